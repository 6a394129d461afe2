/** The history of changes as values: what happened, where it stands, and what a face notes about it. */
@NullMarked
package dev.mayfly.engine.change;

import org.jspecify.annotations.NullMarked;
