package dev.mayfly.face.mongo.language.aggregation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.language.aggregation.stage.CollectionReader;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PipelineTest {
    @Test
    void whatMustBeHeldIsBounded() {
        BsonDocument large = new BsonDocument("s", new BsonString("x".repeat(8 << 20)));
        List<BsonDocument> rows = Collections.nCopies(14, large);
        for (String stage : List.of(
                "{$sort: {a: 1}}", "{$group: {_id: null, all: {$push: '$s'}}}", "{$facet: {a: [{$limit: 1}]}}")) {
            QueryException refusal =
                    assertThrows(QueryException.class, () -> PipelineProperties.run("[" + stage + "]", rows));
            assertEquals(292, refusal.code(), stage);
        }
        assertEquals(
                1,
                PipelineProperties.run("[{$sort: {a: 1}}, {$limit: 1}]", rows).size());
    }

    @Test
    void aLimitPullsNoMoreThanItNeeds() {
        List<Integer> pulled = new ArrayList<>();
        Rows endless = new Rows() {
            @Override
            public @Nullable BsonDocument next() {
                pulled.add(pulled.size());
                return new BsonDocument("n", new BsonInt32(pulled.size()));
            }

            @Override
            public void close() {
                pulled.add(-1);
            }
        };
        try (Rows rows = compile("[{$skip: 1}, {$limit: 2}]").run(endless, context())) {
            while (rows.next() != null) {
                // Pull until the end.
            }
        }
        assertEquals(List.of(0, 1, 2, -1), pulled);
    }

    @Test
    void aPipelineRunsAnyNumberOfTimes() {
        Pipeline pipeline = compile("[{$group: {_id: null, n: {$sum: 1}}}]");
        for (int i = 0; i < 2; i++) {
            try (Rows rows = pipeline.run(Rows.of(List.of(new BsonDocument(), new BsonDocument())), context())) {
                assertEquals("{\"_id\": null, \"n\": 2}", String.valueOf(rows.next()));
            }
        }
    }

    @Test
    void pipelinesInPipelinesEndSomewhere() {
        BsonDocument stage = new BsonDocument("$unionWith", new BsonString("c"));
        for (int i = 0; i < StageScope.DEPTH_MAX; i++) {
            BsonDocument options =
                    new BsonDocument("coll", new BsonString("c")).append("pipeline", new BsonArray(List.of(stage)));
            stage = new BsonDocument("$unionWith", options);
        }
        List<BsonDocument> stages = List.of(stage);
        assertEquals(
                232,
                assertThrows(QueryException.class, () -> PipelineCompiler.compile(stages, Variables.NONE))
                        .code());
    }

    @Test
    void aPipelineIsNotEndless() {
        List<BsonDocument> stages = Collections.nCopies(1001, new BsonDocument("$limit", new BsonInt32(1)));
        assertEquals(
                7749501,
                assertThrows(QueryException.class, () -> PipelineCompiler.compile(stages, Variables.NONE))
                        .code());
    }

    @Test
    void theRestOfAPipelineDoesWhatItsBeginningLeft() {
        Pipeline pipeline = compile("[{$match: {a: 1}}, {$sort: {b: 1}}]");
        assertTrue(pipeline.withoutMatchAndSort().isEmpty());
        assertEquals(new BsonDocument(), pipeline.withoutMatch().leadingMatch());
        assertEquals("{\"b\": 1}", pipeline.withoutMatch().leadingSort().toString());
    }

    private static Pipeline compile(String stages) {
        return PipelineCompiler.compile(
                PipelineCompiler.stages(
                        BsonDocument.parse("{p: " + stages + "}").getArray("p")),
                Variables.NONE);
    }

    private static PipelineContext context() {
        return new PipelineContext(Variables.NONE, CollectionReader.NONE);
    }
}
