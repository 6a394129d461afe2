package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SpatialSpec;
import com.azure.cosmos.models.SpatialType;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Functions of places, through the SDK. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class SpatialIT extends OnGround {
    private static final String BOX =
            "{'type': 'Polygon', 'coordinates': [[[-1, -1], [2, -1], [2, 2], [-1, 2], [-1, -1]]]}";

    private TreeSet<String> ids(String query) {
        return new TreeSet<>(ground.query(query, String.class));
    }

    private static String point(double x, double y) {
        return "\"home\":{\"type\":\"Point\",\"coordinates\":[" + x + "," + y + "]}";
    }

    @Test
    void placesAreFoundWhileTheirItemsLive() {
        SpatialSpec homes = new SpatialSpec().setPath("/home/*").setSpatialTypes(List.of(SpatialType.POINT));
        CosmosContainerProperties definition = ground.definition()
                .setIndexingPolicy(new IndexingPolicy().setSpatialIndexes(List.of(homes)))
                .setDefaultTimeToLiveInSeconds(-1);
        ground.create(definition);
        assertEquals(
                List.of("/home/*"),
                ground.properties().getIndexingPolicy().getSpatialIndexes().stream()
                        .map(SpatialSpec::getPath)
                        .toList());
        ground.put("a", point(0, 0));
        ground.put("b", point(1, 1) + ",\"ttl\":10");
        ground.put("c", point(179.9, 0));
        String within = "SELECT VALUE c.id FROM c WHERE ST_WITHIN(c.home, " + BOX + ")";
        assertEquals(new TreeSet<>(List.of("a", "b")), ids(within));
        SqlQuerySpec near = new SqlQuerySpec(
                "SELECT VALUE c.id FROM c WHERE ST_DISTANCE(c.home, @here) < 30000",
                new SqlParameter("@here", Ground.json("{\"type\":\"Point\",\"coordinates\":[-179.9,0]}")));
        assertEquals(
                List.of("c"),
                ground.container().queryItems(near, new CosmosQueryRequestOptions(), String.class).stream()
                        .toList());
        ground.advance(10);
        assertEquals(new TreeSet<>(List.of("a")), ids(within));
    }

    @Test
    void geometryIsOfThePlane() {
        assertEquals(
                201,
                ground.createByHand(
                                "\"geospatialConfig\":{\"type\":\"Geometry\"},\"indexingPolicy\":{\"spatialIndexes\":"
                                        + "[{\"path\":\"/home/*\",\"types\":[\"Point\"],\"boundingBox\":"
                                        + "{\"xmin\":0,\"ymin\":0,\"xmax\":1000,\"ymax\":1000}}]}")
                        .status());
        ground.put("a", point(300, 400));
        List<JsonNode> rows =
                ground.query("SELECT ST_DISTANCE(c.home, {'type': 'Point', 'coordinates': [0, 0]}) AS far FROM c");
        assertEquals(
                List.of("500"),
                rows.stream().map(row -> row.get("far").asText()).collect(Collectors.toList()));
        assertTrue(ids("SELECT VALUE c.id FROM c WHERE ST_ISVALID(c.home)").contains("a"));
        Wire.Answer refused = ground.replaceByHand("\"geospatialConfig\":{\"type\":\"Geometry\"},\"indexingPolicy\":"
                + "{\"spatialIndexes\":[{\"path\":\"/home/*\",\"types\":[\"Point\"]}]}");
        assertEquals(400, refused.status());
    }
}
