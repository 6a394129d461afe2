/**
 * The engine as its callers use it: collections, their administration, transactions. Everything that these do is done in
 * rooms below, none of which knows this package.
 *
 * <p>The engine knows no protocol. A difference between faces reaches it as a value: a policy, a lifetime, a decision.
 *
 * <p>A request takes one {@link dev.mayfly.engine.read.ReadView}: the instant it answers as of, together with everything that
 * was fixed about the collection then. Everything it reads passes {@link dev.mayfly.engine.read.LiveGate}, the one maker of
 * {@link dev.mayfly.engine.read.Document}s. Everything it writes is drafted from such a view and committed only if the view
 * still holds; otherwise the request runs again.
 */
@NullMarked
package dev.mayfly.engine;

import org.jspecify.annotations.NullMarked;
