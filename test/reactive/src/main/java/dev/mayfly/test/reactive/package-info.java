/** The mongo face through the driver for reactive streams. */
@NullMarked
package dev.mayfly.test.reactive;

import org.jspecify.annotations.NullMarked;
