/** The promises of the whole are tests; this module has nothing else. */
@NullMarked
package dev.mayfly.test.conformance;

import org.jspecify.annotations.NullMarked;
