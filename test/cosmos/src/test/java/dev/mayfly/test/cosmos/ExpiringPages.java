package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A query over pages, while items that it has not come to yet expire. */
final class ExpiringPages {
    private ExpiringPages() {}

    /** Reads 50 items in pages of 5, every second of which expires after the second page; answers the ids read. */
    static List<String> read(Ground ground, String order) {
        ground.create(-1);
        for (int number = 0; number < 50; number++) {
            String ttl = number >= 10 && number % 2 == 0 || number >= 45 ? ",\"ttl\":5" : "";
            ground.put(TtlExpiredIT.id(number), "\"k\":" + number + ttl);
        }
        List<String> ids = new ArrayList<>();
        String token = null;
        int pages = 0;
        do {
            FeedResponse<JsonNode> page = page(ground, "SELECT * FROM c" + order, token);
            page.getResults().forEach(each -> ids.add(each.get("id").textValue()));
            token = page.getContinuationToken();
            pages++;
            if (pages == 2) {
                ground.advance(5);
            }
        } while (token != null);
        assertEquals(ids.size(), new TreeSet<>(ids).size(), "twice");
        List<String> after = ids.subList(10, ids.size());
        assertTrue(after.containsAll(living(ground, after)), "missed");
        assertTrue(living(ground, after).containsAll(after), "expired");
        List<String> wanted = new ArrayList<>(ground.ids());
        wanted.removeAll(ids);
        assertEquals(List.of(), wanted, "missed");
        ids.removeIf(id -> !ground.ids().contains(id));
        return ids;
    }

    private static List<String> living(Ground ground, List<String> ids) {
        TreeSet<String> there = new TreeSet<>(ground.ids());
        return ids.stream().filter(there::contains).toList();
    }

    private static FeedResponse<JsonNode> page(Ground ground, String query, @Nullable String token) {
        return ground.container()
                .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
                .iterableByPage(token, 5)
                .iterator()
                .next();
    }
}
