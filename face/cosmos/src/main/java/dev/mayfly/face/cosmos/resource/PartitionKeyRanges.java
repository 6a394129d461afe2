package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The one range of partition keys that a container has: all of them. */
public final class PartitionKeyRanges implements ContainerOperation {
    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        String etag = Preconditions.etag(container.json());
        if (Preconditions.isKnown(request, container.json())) {
            return CosmosResponse.empty(304).etag(etag).charge(RequestUnits.METADATA);
        }
        ObjectNode range = range(container, etag);
        return Feed.of(request, container.rid(), "PartitionKeyRanges", List.of(range))
                .etag(etag)
                .owner(container.names(), container.rid());
    }

    private static ObjectNode range(Container container, String etag) {
        String rid = ResourceId.text(ResourceId.child(container.ridBytes(), ResourceId.Child.PARTITION_KEY_RANGE, 0));
        ObjectNode range = CosmosJson.object().put("_rid", rid).put("id", "0").put("_etag", etag);
        range.put("minInclusive", "").put("maxExclusive", "FF").put("ridPrefix", 0);
        range.put("_self", container.self() + "pkranges/" + rid + "/").put("throughputFraction", 1);
        range.put("status", "online").putArray("parents");
        range.set("_ts", container.json().get("_ts"));
        return range.put("_lsn", 1);
    }
}
