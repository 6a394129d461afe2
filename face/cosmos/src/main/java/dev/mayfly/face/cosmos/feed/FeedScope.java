package dev.mayfly.face.cosmos.feed;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.item.EpkRange;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemForm;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import dev.mayfly.store.api.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container that a client follows: all, those of a logical partition, or those of a range of hashes.
 *
 * @param shard the one in which all of them lie, or {@link KeyRanges#ALL}
 */
record FeedScope(ItemForm form, KeyRange keys, @Nullable EpkRange hashes, int shard) {
    static FeedScope of(CosmosRequest request, Container container) {
        String header = request.partitionKey();
        KeyRange keys = KeyRange.ALL;
        KeyRanges ranges = container.ranges();
        int shard = ranges.shardOf(ranges.named(request));
        if (header != null) {
            PartitionKey partition = PartitionKey.ofHeader(header);
            keys = ItemKey.range(container.items().partition().requirePrefix(partition));
            shard = ranges.shardOf(partition);
        }
        return new FeedScope(container.items(), keys, EpkRange.of(request), shard);
    }

    /** Decides by the key of an item alone. */
    boolean mayCover(DocumentKey key) {
        return keys.contains(key.bytes());
    }

    /** The documents in the order of their last writes. */
    ModifiedCursor byRecency(Collection collection, long after) {
        return shard == KeyRanges.ALL
                ? collection.writeOrder().byRecency(collection.reading(), after, this::mayCover)
                : collection.writeOrder().byRecency(collection.reading(), after, this::mayCover, shard);
    }

    /** All changes behind a version, of documents that may be of others, too, where they lie in the same shard. */
    HistoryCursor history(Collection collection, long after) {
        return shard == KeyRanges.ALL
                ? collection.writeOrder().history(after)
                : collection.writeOrder().history(after, shard);
    }

    /** The version behind which everything will come that is not acknowledged yet. */
    long settled(Collection collection) {
        return shard == KeyRanges.ALL
                ? collection.writeOrder().settledVersion()
                : collection.writeOrder().settledVersion(shard);
    }

    boolean covers(JsonView item) {
        return hashes == null || hashes.contains(form, item);
    }
}
