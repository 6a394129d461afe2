package dev.mayfly.face.cosmos.feed;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.WriteOrder;
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
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container that a client follows: all, those of a logical partition, or those of a range of hashes.
 *
 * @param shards in which they lie: one if the client names a range or a logical partition, else all
 */
record FeedScope(ItemForm form, KeyRange keys, @Nullable EpkRange hashes, List<Integer> shards) {
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
        List<Integer> read = shard == KeyRanges.ALL
                ? IntStream.range(0, ranges.count()).boxed().toList()
                : List.of(shard);
        return new FeedScope(container.items(), keys, EpkRange.of(request), read);
    }

    /** Decides by the key of an item alone. */
    boolean mayCover(DocumentKey key) {
        return keys.contains(key.bytes());
    }

    /** The documents of the shard at this place in the order of their last writes. */
    ModifiedCursor byRecency(Collection collection, FeedPosition after, int place) {
        return collection
                .writeOrder()
                .byRecency(collection.reading(), after.versions().get(place), this::mayCover, shards.get(place));
    }

    /** All changes behind a version, of documents that may be of others, too, where they lie in the same shard. */
    HistoryCursor history(Collection collection, FeedPosition after, int place) {
        return collection.writeOrder().history(after.versions().get(place), shards.get(place));
    }

    /** The position behind which everything will come that is not acknowledged yet. */
    FeedPosition settled(Collection collection) {
        WriteOrder order = collection.writeOrder();
        return new FeedPosition(shards.stream().map(order::settledVersion).toList());
    }

    boolean covers(JsonView item) {
        return hashes == null || hashes.contains(form, item);
    }
}
