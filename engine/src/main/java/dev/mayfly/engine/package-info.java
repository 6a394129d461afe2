/**
 * What an operation means, what has expired, how indexes stay true.
 *
 * <p>The engine knows no protocol. A difference between faces reaches it as a value: a policy, a lifetime, a decision.
 *
 * <p>A request takes one {@link dev.mayfly.engine.Reading}: the instant it answers as of, together with everything that
 * was fixed about the collection then. Whatever it reads passes {@link dev.mayfly.engine.LiveGate}, the one maker of
 * {@link dev.mayfly.engine.Document}s. Whatever it writes is drafted from such a reading and committed only if the
 * reading still holds; otherwise the request runs again.
 */
@NullMarked
package dev.mayfly.engine;

import org.jspecify.annotations.NullMarked;
