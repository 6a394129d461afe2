/** A store in RocksDB. */
@NullMarked
package dev.mayfly.store.rocksdb;

import org.jspecify.annotations.NullMarked;
