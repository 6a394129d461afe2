package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** All resources of one type below one parent, as they are listed. */
final class Feed {
    private Feed() {}

    /**
     * @param rid of the parent; empty for the account
     * @param name the property that holds them, such as {@code Databases}
     */
    static CosmosResponse of(String rid, String name, List<ObjectNode> resources) {
        ObjectNode feed = Json.object().put("_rid", rid);
        ArrayNode array = feed.putArray(name);
        resources.forEach(array::add);
        feed.put("_count", resources.size());
        return CosmosResponse.of(200, Json.bytes(feed))
                .itemCount(resources.size())
                .charge(RequestUnits.METADATA);
    }
}
