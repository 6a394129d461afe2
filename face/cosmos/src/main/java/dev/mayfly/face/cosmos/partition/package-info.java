/** Partition keys: their paths, values and hashes, and the keys of items. */
@NullMarked
package dev.mayfly.face.cosmos.partition;

import org.jspecify.annotations.NullMarked;
