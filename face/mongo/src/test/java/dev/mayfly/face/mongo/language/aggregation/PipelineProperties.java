package dev.mayfly.face.mongo.language.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.mongo.language.aggregation.accumulator.RankedList;
import dev.mayfly.face.mongo.language.aggregation.stage.CollectionReader;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Pipelines over random rows against loops that do the same. */
class PipelineProperties {
    @Test
    void sortIsStableAndItsLimitChangesNothing() {
        Seeds.run(500, (_, random) -> {
            List<BsonDocument> rows = rows(random);
            List<BsonDocument> model = new ArrayList<>(rows);
            model.sort(Comparator.comparingInt(
                            (BsonDocument row) -> row.getInt32("k").getValue())
                    .thenComparingInt(row -> -row.getInt32("v").getValue()));
            assertEquals(model, run("[{$sort: {k: 1, v: -1}}]", rows));
            int limit = random.nextInt(1, 8);
            assertEquals(
                    model.subList(0, Math.min(limit, model.size())),
                    run("[{$sort: {k: 1, v: -1}}, {$limit: " + limit + "}]", rows));
        });
    }

    @Test
    void groupsAddUpWhatTheyHold() {
        Seeds.run(500, (_, random) -> {
            List<BsonDocument> rows = rows(random);
            Map<Integer, Integer> model = new TreeMap<>();
            rows.forEach(row ->
                    model.merge(row.getInt32("k").getValue(), row.getInt32("v").getValue(), Integer::sum));
            Map<Integer, Integer> sums = new TreeMap<>();
            run("[{$group: {_id: '$k', s: {$sum: '$v'}}}]", rows)
                    .forEach(group -> sums.put(
                            group.getInt32("_id").getValue(),
                            group.getInt32("s").getValue()));
            assertEquals(model, sums);
        });
    }

    @Test
    void rankedListsKeepWhatASortWouldKeep() {
        Seeds.run(500, (_, random) -> {
            int size = random.nextInt(1, 6);
            boolean first = random.nextBoolean();
            RankedList<Integer> ranked = new RankedList<>(Integer::compare, size, first);
            List<Integer[]> model = new ArrayList<>();
            int count = random.nextInt(20);
            for (int i = 0; i < count; i++) {
                int key = random.nextInt(5);
                ranked.add(key, new BsonInt32(i));
                model.add(new Integer[] {key, i});
            }
            model.sort(Comparator.comparingInt((Integer[] entry) -> entry[0]));
            int kept = Math.min(size, count);
            List<Integer[]> expected = first ? model.subList(0, kept) : model.subList(count - kept, count);
            assertEquals(
                    expected.stream().map(entry -> entry[1]).toList(),
                    ranked.values().stream()
                            .map(value -> value.asInt32().getValue())
                            .toList());
        });
    }

    @Test
    void movingMatchesForwardChangesNothing() {
        Seeds.run(500, (_, random) -> {
            List<BsonDocument> rows = rows(random);
            String stages = "{$sort: {v: 1, _id: 1}}, {$set: {w: {$add: ['$v', 1]}}}";
            String match = "{$match: {k: {$gt: " + random.nextInt(4) + "}}}";
            assertEquals(run("[" + match + ", " + stages + "]", rows), run("[" + stages + ", " + match + "]", rows));
        });
    }

    private static List<BsonDocument> rows(RandomGenerator random) {
        List<BsonDocument> rows = new ArrayList<>();
        int count = random.nextInt(30);
        for (int i = 0; i < count; i++) {
            rows.add(new BsonDocument("_id", new BsonInt32(i))
                    .append("k", new BsonInt32(random.nextInt(4)))
                    .append("v", new BsonInt32(random.nextInt(6))));
        }
        return rows;
    }

    static List<BsonDocument> run(String stages, List<BsonDocument> rows) {
        Pipeline pipeline = PipelineCompiler.compile(
                PipelineCompiler.stages(
                        BsonDocument.parse("{p: " + stages + "}").getArray("p")),
                Variables.NONE);
        List<BsonDocument> results = new ArrayList<>();
        try (Rows output = pipeline.run(Rows.of(rows), new PipelineContext(Variables.NONE, CollectionReader.NONE))) {
            for (BsonDocument row = output.next(); row != null; row = output.next()) {
                results.add(row);
            }
        }
        return results;
    }
}
