package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes all items of a logical partition, or of all that begin with the components of a hierarchical key. When it
 * answers they are gone; what is written meanwhile stays.
 */
final class DeletePartition implements ContainerOperation {
    private static final String NAME = "partitionkeydelete";

    /** The number of items deleted at once. */
    private static final int CHUNK = 500;

    private final Engine engine;
    private final Durability durability;

    DeletePartition(Engine engine, Durability durability) {
        this.engine = engine;
        this.durability = durability;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        if (!request.link().id().equals(NAME)) {
            throw CosmosErrors.notFound();
        }
        PartitionKey partition = ItemRequest.partition(request);
        if (partition == null) {
            throw PartitionKey.missing();
        }
        KeyRange range = ItemKey.range(container.items().partition().requirePrefix(partition));
        delete(container.collection(), range, engine.lastVersion());
        return CosmosResponse.empty(200).charge(RequestUnits.METADATA).owner(container.names(), container.rid());
    }

    private void delete(Collection collection, KeyRange range, long last) {
        List<WriteRequest> removals = new ArrayList<>(CHUNK);
        try (DocumentCursor items = collection.scan(collection.reading(), List.of(range), Direction.FORWARD)) {
            for (Document item = items.next(); item != null; item = items.next()) {
                removals.add(new WriteRequest(
                        item.key(),
                        (current, _) -> current == null || current.version() > last ? Decision.KEEP : Decision.REMOVE));
                if (removals.size() == CHUNK) {
                    items.suspend();
                    collection.writeAll(removals, false, durability);
                    removals.clear();
                }
            }
        }
        collection.writeAll(removals, false, durability);
    }
}
