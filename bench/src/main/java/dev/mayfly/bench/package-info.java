/** Measurements of hot paths and of the whole. */
@NullMarked
package dev.mayfly.bench;

import org.jspecify.annotations.NullMarked;
