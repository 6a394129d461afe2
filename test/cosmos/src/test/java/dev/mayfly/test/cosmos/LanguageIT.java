package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.IndexingPolicy;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Every feature of the language that the page lists answers as it must; by hand, for SDKs unwrap arrays. */
@MayflyTest(faces = FaceName.COSMOS)
final class LanguageIT {
    private static final Map<String, String> HEADERS = Map.of(
            "x-ms-documentdb-isquery",
            "true",
            "x-ms-documentdb-query-enablecrosspartition",
            "true",
            "content-type",
            "application/query+json");

    @Test
    void featuresAnswerAsThePageSays(CosmosClient client, CosmosEndpoint endpoint, MayflyClock clock, TestInfo test) {
        Ground ground = new Ground(client, endpoint, clock, test);
        IndexingPolicy policy = new IndexingPolicy();
        policy.setCompositeIndexes(List.of(List.of(
                new CompositePath().setPath("/n").setOrder(CompositePathSortOrder.DESCENDING),
                new CompositePath().setPath("/s").setOrder(CompositePathSortOrder.ASCENDING))));
        ground.create(ground.definition().setIndexingPolicy(policy));
        LanguageTour.ITEMS.forEach(item -> ground.container().createItem(Ground.json(item)));
        List<String> wrong = new ArrayList<>();
        for (LanguageTour.Feature feature : LanguageTour.all()) {
            Wire.Answer answer = ground.wire()
                    .send(
                            "POST",
                            ground.path() + "/docs",
                            HEADERS,
                            Ground.json("{}").put("query", feature.query()).toString());
            boolean isRight = feature.isSupported()
                    ? answer.status() == 200
                            && answer.json()
                                    .get("Documents")
                                    .equals(Ground.json("{\"a\":" + feature.answer() + "}")
                                            .get("a"))
                    : answer.status() == 400 && answer.isRefusal();
            if (!isRight) {
                wrong.add(feature.name() + ": " + answer);
            }
        }
        assertEquals(List.of(), wrong);
    }
}
