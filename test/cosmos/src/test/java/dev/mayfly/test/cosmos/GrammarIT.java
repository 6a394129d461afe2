package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosUserDefinedFunctionProperties;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every feature of the query language through the SDK for Java, which asks for a plan first and reads page by page. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class GrammarIT extends OnGround {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final GrammarTour tour = GrammarTour.read();

    @BeforeEach
    void prepare() {
        IndexingPolicy policy = new IndexingPolicy();
        policy.setCompositeIndexes(List.of(List.of(
                new CompositePath().setPath("/flag").setOrder(CompositePathSortOrder.ASCENDING),
                new CompositePath().setPath("/n").setOrder(CompositePathSortOrder.DESCENDING))));
        ground.create(ground.definition().setIndexingPolicy(policy));
        ground.container()
                .getScripts()
                .createUserDefinedFunction(
                        new CosmosUserDefinedFunctionProperties("echo", "function (value) { return value; }"));
        for (int i = 0; i < tour.items().size(); i++) {
            ObjectNode item = Ground.json(tour.items().get(i));
            item.put("pk", "p" + i);
            ground.container().createItem(item, new PartitionKey("p" + i), new CosmosItemRequestOptions());
        }
    }

    @TestFactory
    Stream<DynamicTest> eachFeatureAnswersTheClientAsItsExampleSays() {
        return tour.features().stream().map(feature -> DynamicTest.dynamicTest(feature.name(), () -> check(feature)));
    }

    private void check(GrammarTour.Feature feature) throws JsonProcessingException {
        if (!feature.isThere()) {
            String told = feature.refusal().replaceAll("\\{.*\"(message|Errors)\":\\[?\"([^\"]*)\".*", "$2");
            Refusal.expect(400, told.replaceFirst("^Message: ", ""), () -> rows(feature));
            return;
        }
        List<String> expected = new ArrayList<>();
        expected(feature).forEach(row -> expected.add(row.toString()));
        List<String> rows = new ArrayList<>();
        rows(feature).forEach(row -> rows.add(withoutOurs(row).toString()));
        if (!feature.query().contains("ORDER BY")) {
            // No other order is promised.
            expected.sort(null);
            rows.sort(null);
        }
        assertEquals(expected, rows, feature.query());
    }

    /** This SDK takes a page of one array for an array of rows, however deep that goes. */
    private static Iterable<JsonNode> expected(GrammarTour.Feature feature) throws JsonProcessingException {
        JsonNode rows = JSON.readTree("[" + String.join(",", feature.rows()) + "]");
        while (rows.size() == 1 && rows.get(0).isArray()) {
            rows = rows.get(0);
        }
        return rows;
    }

    private List<JsonNode> rows(GrammarTour.Feature feature) {
        List<SqlParameter> parameters = new ArrayList<>();
        Ground.json(tour.parameters())
                .properties()
                .forEach(parameter -> parameters.add(new SqlParameter(parameter.getKey(), parameter.getValue())));
        SqlQuerySpec query = new SqlQuerySpec(feature.query(), parameters);
        return ground.container().queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
                .toList();
    }

    /** Returns a row without the parts that the script does not know: properties of the system, and the partition key. */
    private static JsonNode withoutOurs(JsonNode row) {
        if (row instanceof ObjectNode object) {
            for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                if (name.startsWith("_") || name.equals("pk")) {
                    names.remove();
                }
            }
        }
        row.forEach(GrammarIT::withoutOurs);
        return row;
    }
}
