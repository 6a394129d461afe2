package dev.mayfly.engine.document;

import dev.mayfly.base.document.DocumentKey;

/** The way from the key of a document to its shard, the same for as long as a collection exists. A pure function. */
@FunctionalInterface
public interface KeyRouting {
    /** Returns the number of the shard, from 0 on. */
    int shardOf(DocumentKey key, int shards);
}
