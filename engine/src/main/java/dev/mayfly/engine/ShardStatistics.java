package dev.mayfly.engine;

import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.engine.hidden.HiddenCount;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SizeCounters;
import java.util.List;

/**
 * What is in a shard of a collection.
 *
 * @param partition of the store, that the shard is kept in
 * @param documents that are stored, hidden ones included
 * @param bytes of those
 * @param hidden the part of them that has expired
 */
public record ShardStatistics(int shard, int partition, long documents, long bytes, HiddenCensus hidden) {
    static List<ShardStatistics> of(CollectionShards shards) {
        return shards.all().stream().map(shard -> of(shards, shard)).toList();
    }

    private static ShardStatistics of(CollectionShards shards, CollectionCommitter shard) {
        HiddenCensus hidden =
                HiddenCount.of(shards, shard, shards.reading(), shards.clock().guardedMillis());
        SizeCounters.Change size = shard.totals().now();
        return new ShardStatistics(
                shard.state().shard(), shard.partition().id(), size.documents(), size.bytes(), hidden);
    }
}
