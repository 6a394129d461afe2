/**
 * The port every store implements: partitions of ordered byte keys, atomic batches with expectations, cursors.
 *
 * <p>A store never sees a document, only bytes. The one thing it knows about a value is that its first eight bytes are
 * a big-endian version, and only where an {@link dev.mayfly.store.api.Expectation} asks for it.
 */
@NullMarked
package dev.mayfly.store.api;

import org.jspecify.annotations.NullMarked;
