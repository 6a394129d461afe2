package dev.mayfly.face.mongo.language.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.query.IndexShape;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs plans.script: indexes, then questions with the plan each gets. */
class PlannerScriptTest {
    private static final Path SCRIPT = Path.of("src", "test", "scripts", "plans.script");

    @TestFactory
    List<DynamicTest> everyQuestionGetsItsPlan() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<PlannerIndex> indexes = new ArrayList<>();
        List<String> lines = Files.readAllLines(SCRIPT, StandardCharsets.UTF_8);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("indexes")) {
                indexes.clear();
            } else if (line.startsWith("create ")) {
                indexes.add(index(BsonDocument.parse(line.substring("create ".length()))));
            } else if (line.startsWith("{")) {
                List<PlannerIndex> given = List.copyOf(indexes);
                String expected = lines.get(i + 1).strip();
                tests.add(DynamicTest.dynamicTest(
                        (i + 1) + " " + line, () -> assertEquals(expected, answer(BsonDocument.parse(line), given))));
            }
        }
        assertTrue(tests.size() > 30);
        return tests;
    }

    private static PlannerIndex index(BsonDocument spec) {
        List<KeyPart> parts = SortCompiler.compile(spec.getDocument("key"));
        IndexShape shape = new IndexShape(
                parts, spec.containsKey("sparse"), spec.containsKey("multikey"), spec.containsKey("wildcard"));
        MongoFilter partial = spec.containsKey("partial")
                ? FilterCompiler.compile(spec.getDocument("partial"), Variables.NONE)
                : null;
        return new PlannerIndex(spec.getString("name").getValue(), shape, partial, spec.containsKey("hidden"));
    }

    private static String answer(BsonDocument question, List<PlannerIndex> indexes) {
        MongoFilter filter = FilterCompiler.compile(question.getDocument("find"), Variables.NONE);
        BsonDocument sort = question.getDocument("sort", new BsonDocument());
        @Nullable BsonValue hint = question.get("hint");
        try {
            return text(Planner.plan(filter, sort, hint, indexes));
        } catch (QueryException e) {
            return "! " + e.code() + " " + e.getMessage();
        }
    }

    private static String text(Plan plan) {
        String sorted = plan.sorted() ? " sorted" : "";
        return switch (plan) {
            case Plan.KeyLookup lookup -> "keys " + lookup.keys().size() + sorted;
            case Plan.KeyRangeScan scan -> "key ranges " + scan.ranges().size() + direction(scan.backward()) + sorted;
            case Plan.IndexScan scan ->
                "index " + scan.index() + " " + scan.ranges().size() + direction(scan.backward()) + sorted;
            case Plan.Union union ->
                (union.disjoint() ? "merge" : "union")
                        + sorted
                        + union.branches().stream()
                                .map(PlannerScriptTest::text)
                                .collect(Collectors.joining(", ", " (", ")"));
            case Plan.NearScan scan -> "near " + scan.index() + sorted;
            case Plan.TextScan scan -> "text " + scan.index() + sorted;
            case Plan.DeadlineScan scan -> "deadlines" + (scan.rest() ? " and the rest" : "") + sorted;
            case Plan.CollectionScan scan -> "all" + direction(scan.backward()) + sorted;
        };
    }

    private static String direction(boolean backward) {
        return backward ? " backward" : " forward";
    }
}
