package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateViewOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Views: what is read is what a pipeline makes of another collection. */
@MayflyTest
@Rows("views")
final class MongoViewIT extends OnGround {
    private String view;

    @BeforeEach
    void prepare() {
        view = ground.name() + "View";
        ground.documents().insertMany(List.of(json("{_id: 1, a: 1}"), json("{_id: 2, a: 2}"), json("{_id: 3, a: 3}")));
    }

    private void create(String created, String viewOn, String... stages) {
        List<Document> pipeline = new ArrayList<>();
        for (String stage : stages) {
            pipeline.add(json(stage));
        }
        ground.database().createView(created, viewOn, pipeline);
    }

    private void create() {
        create(view, ground.name(), "{$match: {a: {$gt: 1}}}", "{$set: {b: {$multiply: ['$a', 10]}}}");
    }

    private MongoCollection<Document> documents() {
        return ground.database().getCollection(view);
    }

    private Document listed(String name) {
        return Ground.first(ground.database().listCollections().filter(json("{name: '" + name + "'}")));
    }

    @Row(number = 10, when = "`createView`", then = "listed with `type: \"view\"`, and found in `system.views`")
    @Test
    void viewIsListed() {
        create(view, ground.name(), "{$match: {a: 1}}");
        assertEquals("view", listed(view).getString("type"));
        assertEquals(
                json("{viewOn: '" + ground.name() + "', pipeline: [{$match: {a: 1}}]}"),
                listed(view).get("options"));
        assertEquals("collection", listed("system.views").getString("type"));
        Document definition = Ground.first(ground.database()
                .getCollection("system.views")
                .find(new Document("_id", Ground.DATABASE + "." + view)));
        assertEquals(ground.name(), definition.getString("viewOn"));
    }

    @Row(
            number = 20,
            when = "find with filter, sort, skip, limit and projection; count, distinct and aggregate",
            then = "of what the pipeline makes, with cursors of the view's own name")
    @Test
    void viewIsRead() {
        create();
        assertEquals(
                List.of(json("{_id: 3, b: 30}")),
                documents()
                        .find(json("{b: {$gte: 20}}"))
                        .sort(json("{b: -1}"))
                        .limit(1)
                        .projection(json("{b: 1}"))
                        .into(new ArrayList<>()));
        assertEquals(2, documents().find().batchSize(1).into(new ArrayList<>()).size());
        assertEquals(2, documents().countDocuments());
        assertEquals(2, documents().estimatedDocumentCount());
        assertEquals(List.of(20, 30), documents().distinct("b", Integer.class).into(new ArrayList<>()));
        Document sum = Ground.first(documents().aggregate(List.of(json("{$group: {_id: null, b: {$sum: '$b'}}}"))));
        assertEquals(50, sum.getInteger("b"));
    }

    @Row(number = 30, when = "a document of the collection below expires", then = "it is not in the view either")
    @ParameterizedTest
    @EnumSource
    void expiredDocumentsAreNotInTheView(Visibility visibility) {
        ground.documents().drop();
        ground.prepare(visibility, 5);
        ground.insert("dies", ground.in(0));
        ground.insert("lives", ground.in(1000));
        create(view, ground.name());
        assertEquals(2, documents().countDocuments());
        ground.outlive(5, visibility);
        assertEquals("lives", Ground.first(documents().find()).getString("_id"));
        assertEquals(1, documents().countDocuments());
    }

    @Row(
            number = 40,
            when = "a view of a view; `$lookup`, `$graphLookup` and `$unionWith` from a view",
            then = "each reads what the view shows")
    @Test
    void viewsStandOnViews() {
        create();
        String upper = view + "Upper";
        create(upper, view, "{$match: {b: 30}}");
        assertEquals(1, ground.database().getCollection(upper).countDocuments());
        Document joined = Ground.first(ground.documents()
                .aggregate(List.of(
                        json("{$match: {_id: 2}}"),
                        json("{$lookup: {from: '" + view
                                + "', localField: '_id', foreignField: '_id', as: 'seen'}}"))));
        assertEquals(20, joined.getList("seen", Document.class).getFirst().getInteger("b"));
        assertEquals(
                4,
                ground.documents()
                        .aggregate(List.of(json("{$unionWith: '" + upper + "'}")))
                        .into(new ArrayList<>())
                        .size());
        Document reached = Ground.first(ground.documents()
                .aggregate(List.of(
                        json("{$match: {_id: 1}}"),
                        json("{$graphLookup: {from: '" + view
                                + "', startWith: 3, connectFromField: 'x', connectToField: '_id', as: 'seen'}}"))));
        assertEquals(30, reached.getList("seen", Document.class).getFirst().getInteger("b"));
    }

    @Row(
            number = 50,
            when = "insert, update, delete of a view",
            then = "166 `Namespace ... is a view, not a collection`")
    @Test
    void writesAreRefused() {
        create();
        List<Executable> writes = List.of(
                () -> documents().insertOne(json("{_id: 9}")),
                () -> documents().updateOne(json("{_id: 2}"), json("{$set: {a: 1}}")),
                () -> documents().deleteOne(json("{_id: 2}")));
        for (var write : writes) {
            assertEquals(
                    166,
                    assertThrows(MongoWriteException.class, write).getError().getCode());
        }
        Refusal.expect(
                166,
                "CommandNotSupportedOnView",
                "is a view, not a collection",
                () -> documents().findOneAndDelete(json("{_id: 2}")));
        assertEquals(3, ground.documents().countDocuments());
    }

    @Row(
            number = 51,
            when = "indexes, statistics, validation, renaming of a view; `$out` and `$merge` into one",
            then = "166")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{createIndexes: 'V', indexes: [{key: {a: 1}, name: 'a_1'}]}",
                "{listIndexes: 'V'}",
                "{collStats: 'V'}",
                "{validate: 'V'}",
                "{aggregate: 'C', pipeline: [{$out: 'V'}], cursor: {}}",
                "{aggregate: 'C', pipeline: [{$merge: 'V'}], cursor: {}}"
            })
    void commandsOfCollectionsAreRefused(String command) {
        create();
        Document request = json(command.replace("'V'", "'" + view + "'").replace("'C'", "'" + ground.name() + "'"));
        Refusal.expect(166, "CommandNotSupportedOnView", "is a view, not a collection", () -> ground.run(request));
    }

    @Row(
            number = 60,
            when = "a view that reads itself, by whatever way",
            then = "5 GraphContainsCycle `View cycle detected`")
    @Test
    void circlesAreRefused() {
        create();
        Refusal.expect(
                5,
                "GraphContainsCycle",
                "View cycle detected",
                () -> ground.run(new Document("collMod", view)
                        .append("viewOn", ground.name())
                        .append("pipeline", List.of(json("{$unionWith: '" + view + "'}")))));
    }

    @Row(number = 61, when = "more than 20 views one upon the other", then = "165 ViewDepthLimitExceeded")
    @Test
    void chainsAreBounded() {
        String below = ground.name();
        for (int i = 1; i <= 20; i++) {
            create(view + i, below);
            below = view + i;
        }
        assertEquals(3, ground.database().getCollection(below).countDocuments());
        String last = below;
        Refusal.expect(165, "ViewDepthLimitExceeded", "maximum depth is 20", () -> create(view + "TooMany", last));
    }

    @Row(
            number = 62,
            when = "a pipeline with `$out` or `$merge`",
            then = "167 OptionNotSupportedOnView; an unknown stage 40324")
    @Test
    void viewsDoNotWrite() {
        Refusal.expect(
                167,
                "OptionNotSupportedOnView",
                "cannot be used in the view definition",
                () -> create(view, ground.name(), "{$out: 'elsewhere'}"));
        Refusal.expect(
                40324, "Location40324", "Unrecognized pipeline stage", () -> create(view, ground.name(), "{$foo: 1}"));
    }

    @Row(
            number = 70,
            when = "`collation` of a view",
            then =
                    "obeyed by all that reads it; another one in a query: 167 `Cannot override a view's default collation`")
    @Test
    void viewHasACollation() {
        ground.insert("Ada", null);
        ground.database()
                .createView(
                        view,
                        ground.name(),
                        List.of(),
                        new CreateViewOptions()
                                .collation(Collation.builder()
                                        .locale("en")
                                        .collationStrength(CollationStrength.SECONDARY)
                                        .build()));
        assertEquals(1, documents().countDocuments(json("{_id: 'ADA'}")));
        Refusal.expect(
                167,
                "OptionNotSupportedOnView",
                "Cannot override a view's default collation",
                () -> documents()
                        .find()
                        .collation(Collation.builder().locale("fr").build())
                        .first());
    }

    @Row(number = 80, when = "`collMod` with `viewOn` and `pipeline`", then = "the view is another from then on")
    @Test
    void viewIsChanged() {
        create();
        ground.run(new Document("collMod", view)
                .append("viewOn", ground.name())
                .append("pipeline", List.of(json("{$match: {_id: 1}}"))));
        assertEquals(json("{_id: 1, a: 1}"), documents().find().first());
    }

    @Row(number = 90, when = "`drop` of a view", then = "the view is gone, and nothing below it")
    @Test
    void viewIsDropped() {
        create();
        documents().drop();
        assertTrue(ground.database().listCollectionNames().into(new ArrayList<>()).stream()
                .noneMatch(view::equals));
        assertEquals(3, ground.documents().countDocuments());
    }

    @Row(number = 100, when = "`explain` of a query of a view", then = "the plan over the collection below")
    @Test
    void viewIsExplained() {
        ground.createIndex("{a: 1}", "{}");
        create(view, ground.name(), "{$match: {a: {$gt: 1}}}");
        String plan = documents().find(json("{a: 2}")).explain().toJson();
        assertTrue(plan.contains("\"indexName\": \"a_1\""), plan);
    }
}
