package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** Lists the ranges of partition keys that a container has. */
public final class PartitionKeyRanges implements ContainerOperation {
    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        String etag = Preconditions.etag(container.json());
        if (Preconditions.isKnown(request, container.json())) {
            return CosmosResponse.empty(304).etag(etag).charge(RequestUnits.METADATA);
        }
        KeyRanges ranges = container.ranges();
        List<ObjectNode> listed = IntStream.range(0, ranges.count())
                .mapToObj(range -> range(container, ranges, range, etag))
                .toList();
        return Feed.of(request, container.rid(), "PartitionKeyRanges", listed)
                .etag(etag)
                .owner(container.names(), container.rid());
    }

    private static ObjectNode range(Container container, KeyRanges ranges, int number, String etag) {
        String rid =
                ResourceId.text(ResourceId.child(container.ridBytes(), ResourceId.Child.PARTITION_KEY_RANGE, number));
        ObjectNode range = CosmosJson.object()
                .put("_rid", rid)
                .put("id", Integer.toString(number))
                .put("_etag", etag);
        range.put("minInclusive", ranges.from(number))
                .put("maxExclusive", ranges.until(number))
                .put("ridPrefix", number);
        range.put("_self", container.self() + "pkranges/" + rid + "/");
        if (ranges.areSeveral()) {
            range.put("throughputFraction", 1.0 / ranges.count());
        } else {
            range.put("throughputFraction", 1);
        }
        range.put("status", "online").putArray("parents");
        range.set("_ts", container.json().get("_ts"));
        return range.put("_lsn", 1);
    }
}
