package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosVectorDataType;
import com.azure.cosmos.models.CosmosVectorDistanceFunction;
import com.azure.cosmos.models.CosmosVectorEmbedding;
import com.azure.cosmos.models.CosmosVectorEmbeddingPolicy;
import com.azure.cosmos.models.CosmosVectorIndexSpec;
import com.azure.cosmos.models.CosmosVectorIndexType;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors by the SDK: policies as it writes them, and the nearest items of all partitions, page by page. */
final class VectorsIT {
    private static final int ITEMS = 60;
    private static final int DIMENSIONS = 8;

    /** Of these each second one expires. */
    private static final int NEAREST = 20;

    private static final String QUERY =
            "SELECT TOP 20 VALUE c.id FROM c ORDER BY VectorDistance(c.v, @near, false, {'dataType': 'float32'})";

    @TempDir
    private Path folder = Path.of("");

    private record Item(String id, double[] vector) {
        double distance(double[] other) {
            double sum = 0;
            for (int at = 0; at < other.length; at++) {
                sum += (vector[at] - other[at]) * (vector[at] - other[at]);
            }
            return sum;
        }
    }

    private static double[] vector(SplittableRandom random) {
        return random.doubles(DIMENSIONS, -1, 1).toArray();
    }

    private static CosmosContainerProperties definition() {
        CosmosContainerProperties properties =
                new CosmosContainerProperties("c", "/pk").setDefaultTimeToLiveInSeconds(-1);
        properties.setPartitionKeyDefinition(Ground.paths("/pk").setVersion(PartitionKeyDefinitionVersion.V2));
        CosmosVectorEmbeddingPolicy policy = new CosmosVectorEmbeddingPolicy();
        policy.setCosmosVectorEmbeddings(List.of(new CosmosVectorEmbedding()
                .setPath("/v")
                .setDataType(CosmosVectorDataType.FLOAT32)
                .setEmbeddingDimensions(DIMENSIONS)
                .setDistanceFunction(CosmosVectorDistanceFunction.EUCLIDEAN)));
        properties.setVectorEmbeddingPolicy(policy);
        properties.setIndexingPolicy(new IndexingPolicy()
                .setVectorIndexes(List.of(
                        new CosmosVectorIndexSpec().setPath("/v").setType(CosmosVectorIndexType.DISK_ANN.toString()))));
        return properties;
    }

    private static List<String> nearest(CosmosContainer container, double[] near) {
        List<String> ids = new ArrayList<>();
        SqlQuerySpec query = new SqlQuerySpec(QUERY, new SqlParameter("@near", near));
        for (FeedResponse<String> page : container
                .queryItems(query, new CosmosQueryRequestOptions(), String.class)
                .iterableByPage(7)) {
            ids.addAll(page.getResults());
        }
        return ids;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theNearestLivingItemsComeFirst(int shards) throws Exception {
        SplittableRandom random = new SplittableRandom(21);
        double[] near = vector(random);
        List<Item> items = new ArrayList<>();
        for (int number = 0; number < ITEMS; number++) {
            items.add(new Item("i" + number, vector(random)));
        }
        items.sort(Comparator.comparingDouble(item -> item.distance(near)));
        Map<Setting, String> settings = Map.of(
                Setting.DATA, folder.resolve("data").toString(),
                Setting.CLOCK, "virtual@2026-01-01T00:00:00Z",
                Setting.SHARDS, Integer.toString(shards));
        try (LocalServer server = LocalServer.start(settings);
                CosmosClient client = server.client()) {
            client.createDatabase("app");
            client.getDatabase("app").createContainer(definition());
            CosmosContainer container = client.getDatabase("app").getContainer("c");
            CosmosContainerProperties kept = container.read().getProperties();
            assertEquals(
                    DIMENSIONS,
                    kept.getVectorEmbeddingPolicy()
                            .getVectorEmbeddings()
                            .getFirst()
                            .getEmbeddingDimensions());
            assertEquals(
                    "diskANN",
                    kept.getIndexingPolicy().getVectorIndexes().getFirst().getType());
            for (int rank = 0; rank < ITEMS; rank++) {
                Item item = items.get(rank);
                container.createItem(
                        Ground.json("{\"id\":\"" + item.id + "\",\"pk\":\"p" + rank % 9 + "\",\"v\":"
                                + Arrays.toString(item.vector) + (rank % 2 == 0 ? ",\"ttl\":10" : "") + "}"),
                        new PartitionKey("p" + rank % 9),
                        new CosmosItemRequestOptions());
            }
            List<String> ids = items.stream().map(Item::id).toList();
            assertEquals(ids.subList(0, NEAREST), nearest(container, near));

            server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(10));
            List<String> living = new ArrayList<>();
            for (int rank = 1; living.size() < NEAREST; rank += 2) {
                living.add(ids.get(rank));
            }
            assertEquals(living, nearest(container, near));

            // The farthest moves next to the query, and the nearest goes.
            Item moved = items.getLast();
            container.replaceItem(
                    Ground.json("{\"id\":\"" + moved.id + "\",\"pk\":\"p" + (ITEMS - 1) % 9 + "\",\"v\":"
                            + Arrays.toString(near) + "}"),
                    moved.id,
                    new PartitionKey("p" + (ITEMS - 1) % 9),
                    new CosmosItemRequestOptions());
            container.deleteItem(living.getFirst(), new PartitionKey("p1"), new CosmosItemRequestOptions());
            living.set(0, moved.id);
            assertEquals(living, nearest(container, near));
        }
    }
}
