package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.conformance.driver.LocalServer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that keeps to the rules of 3.6, as {@code --mongo-compat 3.6} makes it. */
@Rows("earlier")
final class MongoEarlierIT {
    private LocalServer server;
    private MongoClient client;
    private MongoDatabase app;

    @BeforeEach
    void start() throws Exception {
        server = LocalServer.start(Map.of(Setting.MONGO_COMPAT, "3.6", Setting.CLOCK, "virtual@2026-01-01T00:00:00Z"));
        client = server.client();
        app = client.getDatabase("app");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private Document run(String command) {
        return app.runCommand(json(command));
    }

    private List<Document> indexes() {
        return app.getCollection("c").listIndexes().into(new ArrayList<>());
    }

    private Document options() {
        return Ground.first(app.listCollections()).get("options", Document.class);
    }

    private void createTtlIndex() {
        run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', expireAfterSeconds: 60}]}");
    }

    @Row(
            number = 10,
            when = "a key of several fields with `expireAfterSeconds`",
            then = "made and listed with the option, which is ignored: nothing expires; `collMod` changes it, in vain")
    @Test
    void compoundIndexIgnoresTheOption() {
        Document reply =
                run("{createIndexes: 'c', indexes: [{key: {x: 1, y: 1}, name: 'xy', expireAfterSeconds: 60}]}");
        assertEquals(2, reply.get("numIndexesAfter"));
        assertEquals(60, indexes().get(1).get("expireAfterSeconds"));
        app.getCollection("c").insertOne(new Document("x", new BsonDateTime(0)).append("y", new BsonDateTime(0)));
        server.server().virtualClock().orElseThrow().advance(Duration.ofDays(1));
        assertEquals(1, app.getCollection("c").countDocuments());
        assertEquals(1, app.getCollection("c").countDocuments(json("{x: {$lt: {$date: 5}}}")));
        Document changed = run("{collMod: 'c', index: {name: 'xy', expireAfterSeconds: 5}}");
        assertEquals(60L, changed.get("expireAfterSeconds_old"));
        assertEquals(5L, changed.get("expireAfterSeconds_new"));
        assertEquals(5, indexes().get(1).get("expireAfterSeconds"));
        assertEquals(1, app.getCollection("c").countDocuments());
    }

    @Row(
            number = 20,
            when = "`collMod` of a plain index to a TTL index",
            then = "72 `no expireAfterSeconds field to update`")
    @Test
    void plainIndexStaysPlain() {
        run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");
        Refusal.expect(
                72,
                "InvalidOptions",
                "no expireAfterSeconds field to update",
                () -> run("{collMod: 'c', index: {name: 'x_1', expireAfterSeconds: 5}}"));
        assertFalse(indexes().get(1).containsKey("expireAfterSeconds"));
    }

    @Row(
            number = 30,
            when = "another `expireAfterSeconds` under the same name",
            then = "85 `Index with name: x_1 already exists with different options`")
    @Test
    void otherSecondsConflict() {
        createTtlIndex();
        Refusal.expect(
                85,
                "IndexOptionsConflict",
                "Index with name: x_1 already exists with different options",
                () -> run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', expireAfterSeconds: 5}]}"));
    }

    @Row(number = 40, when = "a TTL index on `_id`", then = "197, as today")
    @Test
    void idTakesNoTtl() {
        Refusal.expect(
                197,
                "InvalidIndexSpecificationOption",
                "The field 'expireAfterSeconds' is not valid for an _id index specification",
                () -> run("{createIndexes: 'c', indexes: [{key: {_id: 1}, name: '_id_', expireAfterSeconds: 5}]}"));
    }

    @Row(number = 45, when = "a TTL index on a capped collection", then = "67, and 72 from `collMod`, as in 7.0")
    @Test
    void cappedCollectionTakesNoTtl() {
        run("{create: 'c', capped: true, size: 4096}");
        Refusal.expect(67, "CannotCreateIndex", "Cannot create TTL index on a capped collection", this::createTtlIndex);
        run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");
        assertEquals(
                72,
                Refusal.of(() -> run("{collMod: 'c', index: {name: 'x_1', expireAfterSeconds: 5}}"))
                        .code());
    }

    @Row(
            number = 50,
            when = "`usePowerOf2Sizes` in `create` and `collMod`",
            then =
                    "taken: `usePowerOf2Sizes_old`, `usePowerOf2Sizes_new`; `flags: 1` in `listCollections`, `userFlags: 1` in"
                            + " `collStats`")
    @Test
    void powerOf2SizesIsKept() {
        run("{create: 'c', usePowerOf2Sizes: true}");
        assertEquals(json("{flags: 1}"), options());
        assertEquals(
                json("{usePowerOf2Sizes_old: true, usePowerOf2Sizes_new: false, ok: 1.0}"),
                run("{collMod: 'c', usePowerOf2Sizes: false}"));
        assertEquals(json("{}"), options());
        assertEquals(0, run("{collStats: 'c'}").get("userFlags"));
        run("{collMod: 'c', usePowerOf2Sizes: true}");
        assertEquals(1, run("{collStats: 'c'}").get("userFlags"));
    }

    @Row(
            number = 51,
            when = "the same of a collection with a TTL index",
            then = "is on by itself, and 72 where it would be switched off")
    @Test
    void ttlCollectionsHavePowerOf2Sizes() {
        run("{create: 'c'}");
        assertEquals(json("{}"), options());
        createTtlIndex();
        assertEquals(json("{flags: 1}"), options());
        assertEquals(1, run("{collStats: 'c'}").get("userFlags"));
        Refusal.expect(
                72,
                "InvalidOptions",
                "usePowerOf2Sizes cannot be disabled on a collection with a TTL index",
                () -> run("{collMod: 'c', usePowerOf2Sizes: false}"));
        assertEquals(json("{flags: 1}"), options());
        run("{collMod: 'c', usePowerOf2Sizes: true}");
    }

    @Row(
            number = 60,
            when = "`buildInfo`, `serverStatus`, `featureCompatibilityVersion`",
            then =
                    "3.6; the wire version stays that of 7.0 (21), since drivers of today talk to nothing older than 4.2")
    @Test
    void versionIsTold() {
        Document build = client.getDatabase("admin").runCommand(json("{buildInfo: 1}"));
        assertEquals("3.6.23", build.get("version"));
        assertEquals(List.of(3, 6, 23, 0), build.get("versionArray"));
        Document parameter =
                client.getDatabase("admin").runCommand(json("{getParameter: 1, featureCompatibilityVersion: 1}"));
        assertEquals(json("{version: '3.6'}"), parameter.get("featureCompatibilityVersion"));
        Document hello = client.getDatabase("admin").runCommand(json("{hello: 1}"));
        assertEquals(21, hello.get("maxWireVersion"));
    }

    @Row(number = 70, when = "everything else", then = "as in 7.0")
    @ParameterizedTest
    @ValueSource(strings = {"x", "_ts"})
    void documentsExpire(String field) {
        run("{createIndexes: 'c', indexes: [{key: {" + field + ": 1}, name: 'i', expireAfterSeconds: 60}]}");
        BsonDateTime now = new BsonDateTime(
                server.server().virtualClock().orElseThrow().now().toEpochMilli());
        app.getCollection("c").insertOne(new Document("x", now));
        server.server().virtualClock().orElseThrow().advance(Duration.ofSeconds(60));
        assertNull(app.getCollection("c").find().first());
        run("{collMod: 'c', index: {name: 'i', expireAfterSeconds: 600}}");
    }
}
