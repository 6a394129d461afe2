/** A login by a one-time code, over the MongoDB driver. */
@NullMarked
package dev.mayfly.examples.code;

import org.jspecify.annotations.NullMarked;
