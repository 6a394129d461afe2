package dev.mayfly.test.cosmos;

import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The changes of a feed up to its end, and the place from where it goes on. */
record DrainedFeed(List<JsonNode> changes, List<Integer> pages, String next) {
    static DrainedFeed of(Ground ground, CosmosChangeFeedRequestOptions options) {
        List<JsonNode> changes = new ArrayList<>();
        List<Integer> pages = new ArrayList<>();
        String next = "";
        for (FeedResponse<JsonNode> page :
                ground.container().queryChangeFeed(options, JsonNode.class).iterableByPage()) {
            changes.addAll(page.getResults());
            pages.add(page.getResults().size());
            next = page.getContinuationToken();
        }
        return new DrainedFeed(changes, pages, next);
    }

    List<String> ids() {
        return changes.stream().map(each -> each.get("id").textValue()).toList();
    }
}
