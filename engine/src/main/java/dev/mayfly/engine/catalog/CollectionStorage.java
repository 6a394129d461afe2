package dev.mayfly.engine.catalog;

import dev.mayfly.store.api.Partition;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where and in which form a collection is stored: fixed for as long as it exists.
 *
 * @param id the number of its first partition, never reused
 * @param shards the number of its partitions, whose numbers follow one another
 */
public record CollectionStorage(int id, int shards, DocumentFormat format, BaseInstant base) {
    /** The largest number of shards of a collection. */
    public static final int SHARDS_MAX = 4096;

    public CollectionStorage {
        if (shards < 1 || shards > SHARDS_MAX) {
            throw new IllegalArgumentException("a collection has 1 to " + SHARDS_MAX + " shards, not " + shards);
        }
    }

    /** Where the shards of a collection of this number are stored, in their order. */
    public static List<Partition> partitions(int id, int shards) {
        return IntStream.range(0, shards)
                .mapToObj(shard -> new Partition(id + shard))
                .toList();
    }
}
