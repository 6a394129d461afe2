/** The console in a browser. */
@NullMarked
package dev.mayfly.test.console;

import org.jspecify.annotations.NullMarked;
