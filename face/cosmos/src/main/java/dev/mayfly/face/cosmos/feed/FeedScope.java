package dev.mayfly.face.cosmos.feed;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.item.EpkRange;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemForm;
import dev.mayfly.store.api.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container that a client follows: all, those of a logical partition, or those of a range of hashes.
 */
record FeedScope(ItemForm form, KeyRange keys, @Nullable EpkRange hashes) {
    static FeedScope of(CosmosRequest request, Container container) {
        String header = request.partitionKey();
        KeyRange keys = KeyRange.ALL;
        if (header != null) {
            PartitionKey partition = PartitionKey.ofHeader(header);
            keys = ItemKey.range(container.items().partition().requirePrefix(partition));
        }
        return new FeedScope(container.items(), keys, EpkRange.of(request));
    }

    /** Decides by the key of an item alone. */
    boolean mayCover(DocumentKey key) {
        return keys.contains(key.bytes());
    }

    boolean covers(JsonView item) {
        return hashes == null || hashes.contains(form, item);
    }
}
