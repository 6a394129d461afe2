package dev.mayfly.face.cosmos.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.Verb;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** All resources of one type below one parent, as they are listed: page by page, each from behind an id. */
final class Feed {
    private Feed() {}

    /** Answers a request for all of them, or a query over them; see {@link #of(CosmosRequest, String, String, List)}. */
    static CosmosResponse of(
            CosmosRequest request, Metadata metadata, String rid, String name, List<ObjectNode> resources) {
        if (request.verb() != Verb.QUERY) {
            return of(request, rid, name, resources);
        }
        byte[] rows = ResourceQuery.rows(
                request.body(), resources, metadata.engine().clock().wallMillis());
        JsonNode array = CosmosJson.any(rows);
        return page(rid, name, array).charge(RequestUnits.page(resources.size(), array.size(), rows.length));
    }

    /**
     * Answers a request for all of them.
     *
     * @param rid of the parent; empty for the account
     * @param name the property that holds them, such as {@code Databases}
     */
    static CosmosResponse of(CosmosRequest request, String rid, String name, List<ObjectNode> resources) {
        List<ObjectNode> sorted =
                resources.stream().sorted(Comparator.comparing(Feed::id)).toList();
        String behind = behind(request.continuation());
        int max = request.maxItemCount() < 0 ? Integer.MAX_VALUE : request.maxItemCount();
        ArrayNode array = CosmosJson.array();
        String last = null;
        boolean hasMore = false;
        for (ObjectNode resource : sorted) {
            boolean isDue = behind == null || id(resource).compareTo(behind) > 0;
            hasMore |= isDue && array.size() == max;
            if (isDue && array.size() < max) {
                array.add(resource);
                last = id(resource);
            }
        }
        return page(rid, name, array)
                .continuation(
                        hasMore && last != null ? Base64.getUrlEncoder().encodeToString(last.getBytes(UTF_8)) : null)
                .charge(RequestUnits.METADATA);
    }

    private static String id(ObjectNode resource) {
        return resource.get("id").stringValue();
    }

    private static @Nullable String behind(@Nullable String continuation) {
        try {
            return continuation == null
                    ? null
                    : new String(Base64.getUrlDecoder().decode(continuation), UTF_8);
        } catch (IllegalArgumentException _) {
            throw CosmosException.badRequest("The continuation token of the request is invalid.");
        }
    }

    private static CosmosResponse page(String rid, String name, JsonNode resources) {
        ObjectNode feed = CosmosJson.object().put("_rid", rid);
        feed.set(name, resources);
        feed.put("_count", resources.size());
        return CosmosResponse.of(200, CosmosJson.bytes(feed)).itemCount(resources.size());
    }
}
