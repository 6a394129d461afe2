/** A sandbox for JavaScript that clients send: it has a bound on memory and time, and sees nothing of the machine. */
@NullMarked
package dev.mayfly.base.script;

import org.jspecify.annotations.NullMarked;
