/**
 * Reading as of one instant: the read view, the gate through which stored bytes become a live document, and the walks over
 * documents in the order of keys, indexes and deadlines.
 */
@NullMarked
package dev.mayfly.engine.read;

import org.jspecify.annotations.NullMarked;
