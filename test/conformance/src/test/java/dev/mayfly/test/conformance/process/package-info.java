/** Servers as processes of their own, as an operator starts and loses them. */
@NullMarked
package dev.mayfly.test.conformance.process;

import org.jspecify.annotations.NullMarked;
