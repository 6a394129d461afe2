/** The mongo face through MongoDB's own Java driver. */
@NullMarked
package dev.mayfly.test.conformance.driver;

import org.jspecify.annotations.NullMarked;
