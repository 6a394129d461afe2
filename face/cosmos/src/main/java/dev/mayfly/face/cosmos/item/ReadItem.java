package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.face.cosmos.resource.Etag;

/** Reads one item by its key. Hot. */
final class ReadItem implements ContainerOperation {
    /** A field that the service does not have: the expiry of the item, in seconds since the epoch as {@code _ts}. */
    private static final String EXPIRES_AT = "x-mayfly-expires-at";

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        Collection collection = container.collection();
        Document item = collection.get(collection.reading(), ItemRequest.key(request, container));
        if (item == null) {
            throw CosmosErrors.notFound();
        }
        boolean isKnown = ItemRequest.conditions(request).isKnown(item);
        CosmosResponse response = isKnown
                ? CosmosResponse.empty(304).charge(RequestUnits.MISS)
                : CosmosResponse.of(200, container.items().shown(item)).charge(ItemCharges.read(item));
        if (item.deadline() != Deadlines.NO_DEADLINE) {
            response.with(EXPIRES_AT, Long.toString(Math.floorDiv(item.deadline(), 1_000L)));
        }
        return response.etag(Etag.of(item.version())).owner(container.names(), container.rid());
    }

    @Override
    public boolean isBounded(CosmosRequest request) {
        return ItemRequest.isByName(request);
    }
}
