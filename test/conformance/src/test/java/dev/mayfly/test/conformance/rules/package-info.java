/** The shape of the house, as rules that run. */
@NullMarked
package dev.mayfly.test.conformance.rules;

import org.jspecify.annotations.NullMarked;
