/** A store in memory. */
@NullMarked
package dev.mayfly.store.memory;

import org.jspecify.annotations.NullMarked;
