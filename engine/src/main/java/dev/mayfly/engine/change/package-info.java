/**
 * The history of changes: what happened, where it stands, what a face notes about it, and the logs from which it is read.
 */
@NullMarked
package dev.mayfly.engine.change;

import org.jspecify.annotations.NullMarked;
