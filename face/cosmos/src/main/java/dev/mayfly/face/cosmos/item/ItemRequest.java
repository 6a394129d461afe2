package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.store.api.Durability;
import org.jspecify.annotations.Nullable;

/** Reads the headers of requests about items, and builds their answers. */
final class ItemRequest {
    private static final int BOUNDED_BYTES = 64 << 10;
    private static final int CONTAINER_RID_LENGTH = 12;

    private ItemRequest() {}

    static Conditions conditions(CosmosRequest request) {
        return new Conditions(request.ifMatch(), request.ifNoneMatch());
    }

    /** The partition that a request names, or null. */
    static @Nullable PartitionKey partition(CosmosRequest request) {
        String header = request.partitionKey();
        return header == null ? null : PartitionKey.ofHeader(header);
    }

    /** The partition that an item says it is in, which must be the one that the request names, if it names one. */
    static PartitionKey partition(Container container, ItemBody body, @Nullable PartitionKey named) {
        PartitionKey own = body.partition(container.items().partition());
        PartitionKey meant =
                named == null ? null : container.items().partition().meant(named);
        if (meant != null && !ItemKey.areSame(meant, own)) {
            throw PartitionKey.mismatch();
        }
        return own;
    }

    /** Returns true if triggers are to run with a write. */
    static boolean namesTriggers(CosmosRequest request) {
        return request.fields().given(RequestField.PRE_TRIGGERS) != null
                || request.fields().given(RequestField.POST_TRIGGERS) != null;
    }

    /** Refuses triggers where none run, and what would need indexes that leave out single items. */
    static void requirePlain(CosmosRequest request) {
        if (namesTriggers(request)) {
            throw CosmosException.badRequest(
                    "Triggers run with the creation, the upsert, the replacement and the deletion"
                            + " of one item, and with nothing else.");
        }
        String directive = request.fields().given(RequestField.INDEXING_DIRECTIVE);
        if (directive != null && directive.equalsIgnoreCase("Exclude")) {
            throw CosmosException.badRequest(
                    "The indexing directive 'Exclude' is not supported: every item is indexed as its container says.");
        }
    }

    /** The key of the item that the link leads to. */
    static DocumentKey key(CosmosRequest request, Container container) {
        PartitionKey partition = partition(request);
        if (isByRid(request, container)) {
            return ItemSearch.byRid(container, partition, request.link().id());
        }
        return ItemKey.of(
                container.items().partition().requireWhole(partition),
                request.link().id());
    }

    /** Returns true if the link uses resource ids, as {@code _self} does. */
    static boolean isByRid(CosmosRequest request, Container container) {
        String named = request.link().container();
        return named.equals(container.rid()) && !named.equals(container.id());
    }

    /** Returns true if a write of one item ends so soon that it may run on the event loop. */
    static boolean isBounded(CosmosRequest request, Durability durability) {
        return durability != Durability.SYNCED && request.body().length <= BOUNDED_BYTES && isByName(request);
    }

    /** Returns true if the link cannot use resource ids, for which the item must be searched. */
    static boolean isByName(CosmosRequest request) {
        String container = request.link().container();
        return container.length() != CONTAINER_RID_LENGTH || !container.endsWith("=");
    }

    static CosmosResponse response(Container container, ItemResult result, boolean isMinimal) {
        byte[] shown = isMinimal ? null : result.shown(container.items());
        CosmosResponse response =
                shown == null ? CosmosResponse.empty(result.status()) : CosmosResponse.of(result.status(), shown);
        String etag = result.etag();
        if (etag != null) {
            response.etag(etag);
        }
        return response.charge(result.charge()).owner(container.names(), container.rid());
    }
}
