/**
 * The rules of expiry, as pure values and functions: no I/O and no clock.
 *
 * <p>A document tells expiry three things: its version, and its instant in each queue it stands in. A policy tells how
 * long after the instant of each queue a document lives. Everything else follows: the deadline is the earliest sum, a
 * document is expired when that is not after now, and what may be due is a prefix of each queue.
 *
 * <p>A change of policy must neither lose what the policy before it kept, nor bring back what was already dead. Hence
 * two memories: the policies replaced a short while ago still have a say in what is dead, and a {@link
 * dev.mayfly.engine.expiry.Grave} holds what was dead when a policy changed.
 */
@NullMarked
package dev.mayfly.engine.expiry;

import org.jspecify.annotations.NullMarked;
