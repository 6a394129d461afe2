/** Changes of a collection's definition: its policy and the guard over it, its indexes and their build, and the undo. */
@NullMarked
package dev.mayfly.engine.definition;

import org.jspecify.annotations.NullMarked;
