/** Verifies that what a collection stores is consistent, and puts right what its documents tell how to. */
@NullMarked
package dev.mayfly.engine.check;

import org.jspecify.annotations.NullMarked;
