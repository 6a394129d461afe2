package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.MongoClient;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations under way: who sees them, and what ends them. */
@MayflyTest
@Fresh
@Rows("operations")
final class MongoOperationsIT extends OnGround {
    /** Makes a thousand million rows of the document of {@link #insertLong}. */
    private static final List<Bson> LONG = List.of(
            json("{$unwind: '$a'}"),
            json("{$unwind: '$b'}"),
            json("{$unwind: '$c'}"),
            json("{$group: {_id: null, n: {$sum: 1}}}"));

    private MongoClient client;

    @BeforeEach
    void prepare(MongoClient driver) {
        client = driver;
    }

    private void insertLong() {
        List<Integer> thousand = Collections.nCopies(1000, 1);
        ground.documents()
                .insertOne(new Document("_id", "long")
                        .append("a", thousand)
                        .append("b", thousand)
                        .append("c", thousand));
    }

    private CompletableFuture<List<Document>> runLong(String comment) {
        return CompletableFuture.supplyAsync(
                () -> ground.documents().aggregate(LONG).comment(comment).into(new ArrayList<>()));
    }

    /** Asks until it is there; what never comes ends with the limit, which is counted in answers. */
    private Document awaitSeen(String comment) {
        for (int asked = 0; asked < 100_000; asked++) {
            List<Document> seen = ground.admin(new Document("currentOp", 1).append("command.comment", comment))
                    .getList("inprog", Document.class);
            if (!seen.isEmpty()) {
                return seen.getFirst();
            }
        }
        throw new AssertionError("never seen");
    }

    @Row(
            number = 10,
            when = "`currentOp` with a filter, while another client runs a pipeline",
            then =
                    "its row: `opid`, `op`, `ns`, `command`, `client`, `appName`, `clientMetadata`, `secs_running`, `lsid`")
    @Test
    void operationsUnderWayAreSeen() {
        insertLong();
        CompletableFuture<List<Document>> running = runLong("seen");
        Document seen = awaitSeen("seen");
        ground.admin(new Document("killOp", 1).append("op", seen.getInteger("opid")));
        assertThrows(ExecutionException.class, running::get);
        assertEquals("command", seen.get("op"));
        assertEquals(ground.namespace(), seen.get("ns"));
        assertEquals(true, seen.get("active"));
        assertEquals(ground.name(), seen.get("command", Document.class).getString("aggregate"));
        assertTrue(
                seen.keySet()
                        .containsAll(
                                Set.of("client", "clientMetadata", "connectionId", "desc", "secs_running", "lsid")),
                seen::toJson);
    }

    @Row(
            number = 20,
            when = "`killOp`",
            then = "`info: \"attempting to kill op\"`; the operation ends at its next document with 11601 Interrupted")
    @Test
    void whatIsKilledEnds() {
        insertLong();
        CompletableFuture<List<Document>> running = runLong("killed");
        assertEquals(
                json("{info: 'attempting to kill op', ok: 1.0}"),
                ground.admin(new Document("killOp", 1)
                        .append("op", awaitSeen("killed").getInteger("opid"))));
        Refusal.expect(11601, "Interrupted", "operation was interrupted", () -> {
            try {
                running.get();
            } catch (ExecutionException ended) {
                throw (RuntimeException) ended.getCause();
            }
        });
        assertEquals(1, ground.documents().countDocuments());
    }

    @Row(
            number = 25,
            when = "`maxTimeMS` on any command that looks at documents",
            then =
                    "50 MaxTimeMSExpired `operation exceeded time limit` at the next document once it has passed, by the "
                            + "machine's clock; what is left of it is that of the cursor's `getMore`s, together")
    @Test
    void whatTakesTooLongEnds() {
        insertLong();
        MongoExecutionTimeoutException late = assertThrows(
                MongoExecutionTimeoutException.class,
                () -> ground.documents()
                        .aggregate(LONG)
                        .maxTime(20, TimeUnit.MILLISECONDS)
                        .into(new ArrayList<>()));
        assertEquals(50, late.getCode());
        assertTrue(requireNonNull(late.getMessage()).contains("operation exceeded time limit"), late::getMessage);
        ground.insert("a", 1);
        assertEquals(
                2,
                ground.documents()
                        .find()
                        .batchSize(1)
                        .maxTime(1, TimeUnit.MINUTES)
                        .into(new ArrayList<>())
                        .size());
    }

    @Row(
            number = 26,
            when = "`maxTimeMS` on `getMore`, unless its cursor waits for data",
            then = "2 BadValue `cannot set maxTimeMS on getMore command for a non-awaitData cursor`; the cursor stays")
    @Test
    void getMoreHasNoTimeOfItsOwn() {
        ground.insert("a", 1);
        ground.insert("b", 1);
        long cursor = ground.run(new Document("find", ground.name()).append("batchSize", 1))
                .get("cursor", Document.class)
                .getLong("id");
        Document more = new Document("getMore", cursor).append("collection", ground.name());
        Refusal.expect(
                2,
                "BadValue",
                "cannot set maxTimeMS on getMore command for a non-awaitData cursor",
                () -> ground.run(new Document(more).append("maxTimeMS", 5)));
        assertEquals(
                1,
                ground.run(more)
                        .get("cursor", Document.class)
                        .getList("nextBatch", Document.class)
                        .size());
    }

    @Row(
            number = 27,
            when = "`killSessions`, `killAllSessions` while an operation of the session runs",
            then = "it ends with 11601, and its cursors are gone")
    @Test
    void killedSessionsTakeTheirOperationsWithThem() {
        insertLong();
        CompletableFuture<List<Document>> running = runLong("session");
        Document session = awaitSeen("session").get("lsid", Document.class);
        ground.admin(new Document("killSessions", List.of(session)));
        ExecutionException ended = assertThrows(ExecutionException.class, running::get);
        assertTrue(requireNonNull(ended.getMessage()).contains("operation was interrupted"));
    }

    @Row(
            number = 30,
            when = "`{aggregate: 1, pipeline: [{$currentOp: {allUsers: true, idleConnections: true}}]}`",
            then = "also connections that wait for their clients, and the monitor, `active: false`")
    @Test
    void idleConnectionsAreShownWhenAskedFor() {
        List<Document> rows = client.getDatabase("admin")
                .aggregate(List.of(json("{$currentOp: {allUsers: true, idleConnections: true}}")))
                .into(new ArrayList<>());
        Set<Object> active = rows.stream().map(row -> row.get("active")).collect(Collectors.toSet());
        assertEquals(Set.of(true, false), active);
        assertTrue(rows.stream().anyMatch(row -> "TTLMonitor".equals(row.get("desc"))), rows::toString);
    }

    @Row(
            number = 31,
            when = "`$currentOp: {idleCursors: true}`",
            then =
                    "also cursors that wait for their clients: `type: \"idleCursor\"`, `ns`, `lsid`, and in `cursor` its id, when it "
                            + "was used last and the `originatingCommand`",
            unlike = "a cursor does not count its documents and batches")
    @Test
    void idleCursorsAreShownWhenAskedFor() {
        ground.insert("a", 1);
        ground.insert("b", 2);
        long id = ground.run(new Document("find", ground.name()).append("batchSize", 1))
                .get("cursor", Document.class)
                .getLong("id");
        Document row = client.getDatabase("admin")
                .aggregate(List.of(
                        json("{$currentOp: {allUsers: true, idleCursors: true}}"),
                        new Document("$match", new Document("cursor.cursorId", id))))
                .into(new ArrayList<>())
                .getFirst();
        assertEquals("idleCursor", row.get("type"));
        assertEquals(ground.namespace(), row.get("ns"));
        assertEquals(
                ground.name(),
                row.get("cursor", Document.class)
                        .get("originatingCommand", Document.class)
                        .get("find"));
    }

    @Row(
            number = 60,
            when = "`currentOp`, `killOp`, `top` on another database than admin",
            then = "13 Unauthorized `... may only be run against the admin database.`")
    @Test
    void windowsAreOfTheAdminDatabase() {
        for (String command : List.of("currentOp", "killOp", "top")) {
            Refusal.expect(
                    13,
                    "Unauthorized",
                    command + " may only be run against the admin database.",
                    () -> ground.run(new Document(command, 1)));
        }
    }
}
