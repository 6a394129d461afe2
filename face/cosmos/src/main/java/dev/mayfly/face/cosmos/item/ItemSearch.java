package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemRid;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds items by what is not their key. */
final class ItemSearch {
    private ItemSearch() {}

    /**
     * Returns the key of the item with a resource id. There is no index of these, so this scans the partition, or the
     * whole container if none is named: only old clients use such links.
     */
    static DocumentKey byRid(Container container, @Nullable PartitionKey partition, String rid) {
        long number = ItemRid.number(rid);
        if (number < 0) {
            throw CosmosErrors.notFound();
        }
        KeyRange range = partition == null ? KeyRange.ALL : ItemKey.range(partition);
        Collection collection = container.collection();
        try (DocumentCursor items = collection.scan(collection.reading(), List.of(range), Direction.FORWARD)) {
            for (Document item = items.next(); item != null; item = items.next()) {
                if (ItemRid.number(item) == number) {
                    return item.key();
                }
            }
        }
        throw CosmosErrors.notFound();
    }
}
