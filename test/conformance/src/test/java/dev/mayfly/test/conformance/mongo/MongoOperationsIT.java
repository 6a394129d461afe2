package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.first;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.MongoClient;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The windows on what the server does: operations under way, and what was used how often. */
@MayflyTest
@Fresh
@Rows("operations")
final class MongoOperationsIT {
    /** Makes a thousand million rows of the document of {@link #insertLong}. */
    private static final List<Bson> LONG = List.of(
            json("{$unwind: '$a'}"),
            json("{$unwind: '$b'}"),
            json("{$unwind: '$c'}"),
            json("{$group: {_id: null, n: {$sum: 1}}}"));

    private Ground ground;
    private MongoClient client;

    @BeforeEach
    void prepare(MongoClient driver, MayflyClock clock, TestInfo test) {
        ground = new Ground(driver, clock, test);
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

    /** Asks until it is there; what never comes ends with the client's patience, which is counted in answers. */
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
            number = 40,
            when = "`top`",
            then =
                    "for each collection the number and the time of queries, getmores, inserts, updates, removes, commands; "
                            + "deletes of the monitor are not among the removes, and a collection made anew begins at 0",
            unlike = "the time of a lock is that of the reads, or of the writes")
    @Test
    void topCountsByCollection() {
        ground.insert("a", 1);
        ground.insert("b", 2);
        ground.documents().find().into(new ArrayList<>());
        ground.documents().deleteOne(json("{_id: 'a'}"));
        Document row =
                ground.admin(json("{top: 1}")).get("totals", Document.class).get(ground.namespace(), Document.class);
        assertEquals(2L, row.get("insert", Document.class).get("count"));
        assertEquals(1L, row.get("queries", Document.class).get("count"));
        assertEquals(1L, row.get("remove", Document.class).get("count"));
        assertEquals(4L, row.get("total", Document.class).get("count"));
    }

    @Row(
            number = 50,
            when = "`$indexStats`",
            then = "`name`, `key`, `host`, `accesses: {ops, since}`, `spec`; `ops` counts queries that chose the index")
    @Test
    void indexesCountTheirUses() {
        ground.createIndex("{x: 1}", "{}");
        ground.insert("a", 1);
        ground.documents().find(json("{x: 1}")).into(new ArrayList<>());
        ground.documents().find(json("{x: 2}")).into(new ArrayList<>());
        Document row = first(
                ground.documents().aggregate(List.of(json("{$indexStats: {}}"), json("{$match: {name: 'x_1'}}"))));
        assertEquals(2L, row.get("accesses", Document.class).get("ops"));
        assertEquals(json("{x: 1}"), row.get("key"));
        assertEquals(json("{v: 2, key: {x: 1}, name: 'x_1'}"), row.get("spec"));
    }

    @Row(
            number = 25,
            when = "`maxTimeMS` on any command that looks at documents",
            then = "50 MaxTimeMSExpired `operation exceeded time limit` at the next document once it has passed, by the "
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
        assertTrue(late.getMessage().contains("operation exceeded time limit"), late.getMessage());
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
            then = "it ends with 11601, and its cursors are gone",
            unlike = "`killAllSessions` ends those of the client's own user")
    @Test
    void killedSessionsTakeTheirOperationsWithThem() {
        insertLong();
        CompletableFuture<List<Document>> running = runLong("session");
        Document session = awaitSeen("session").get("lsid", Document.class);
        ground.admin(new Document("killSessions", List.of(session)));
        assertTrue(assertThrows(ExecutionException.class, running::get)
                .getMessage()
                .contains("operation was interrupted"));
    }

    private List<Document> recorded(String filter) {
        return ground.database()
                .getCollection("system.profile")
                .find(json(filter))
                .projection(json("{_id: 0, op: 1, keysExamined: 1, docsExamined: 1, planSummary: 1}"))
                .into(new ArrayList<>());
    }

    @Row(
            number = 51,
            when = "`serverStatus().opcounters`, `opLatencies`, `connections`, `globalLock`, `network`",
            then = "inserts by document, updates and deletes by statement, all else by command; microseconds and numbers of "
                    + "reads, writes and commands",
            unlike = "`mem` is not told, nor anything of WiredTiger; nothing waits for locks, so `currentQueue` is empty")
    @Test
    void serverCountsOperations() {
        Document before = ground.admin(json("{serverStatus: 1}"));
        ground.documents().insertMany(List.of(json("{_id: 1}"), json("{_id: 2}")));
        ground.documents().updateMany(json("{}"), json("{$set: {x: 1}}"));
        ground.documents().find().into(new ArrayList<>());
        Document after = ground.admin(json("{serverStatus: 1}"));
        assertEquals(
                List.of(2L, 1L, 0L, 1L),
                Stream.of("insert", "query", "delete", "update")
                        .map(kind -> counted(after, kind) - counted(before, kind))
                        .toList());
        assertTrue(counted(after, "command") > counted(before, "command"));
        Document latencies = after.get("opLatencies", Document.class);
        assertEquals(1L, latencies.get("reads", Document.class).get("ops"));
        assertEquals(2L, latencies.get("writes", Document.class).get("ops"));
        assertTrue(after.get("network", Document.class).getLong("bytesIn") > 0);
    }

    private static long counted(Document status, String kind) {
        return status.get("opcounters", Document.class).getLong(kind);
    }

    @Row(
            number = 52,
            when = "`$collStats` with `latencyStats`, `storageStats`, `count`, `queryExecStats`",
            then = "each part that is asked for",
            unlike = "no histograms; what is stored is measured as documents, so `storageSize` is `size`, and indexes take 0")
    @Test
    void collectionTellsItsStatistics() {
        ground.insert("a", 1);
        ground.documents().find().into(new ArrayList<>());
        Document row = first(ground.documents()
                .aggregate(List.of(json(
                        "{$collStats: {latencyStats: {histograms: true}, storageStats: {}, count: {}, queryExecStats: {}}}"))));
        assertEquals(1L, row.get("count"));
        Document writes = row.get("latencyStats", Document.class).get("writes", Document.class);
        assertEquals(1L, writes.get("ops"));
        assertEquals(1L, row.get("storageStats", Document.class).get("count"));
        assertEquals(
                new Document("total", 1L).append("nonTailable", 1L),
                row.get("queryExecStats", Document.class).get("collectionScans"));
    }

    @Row(
            number = 53,
            when = "`$listLocalSessions` on a database, `$listSessions` on `config.system.sessions`",
            then = "`_id: {id, uid}` and `lastUse` of each session of the user, or with `allUsers: true` of all")
    @Test
    void sessionsAreListed() {
        ground.insert("a", 1);
        List<Document> local = client.getDatabase("admin")
                .aggregate(List.of(json("{$listLocalSessions: {allUsers: true}}")))
                .into(new ArrayList<>());
        List<Document> listed = client.getDatabase("config")
                .getCollection("system.sessions")
                .aggregate(List.of(json("{$listSessions: {}}")))
                .into(new ArrayList<>());
        assertEquals(ids(local), ids(listed));
        assertEquals(
                Set.of("id", "uid"),
                local.getFirst().get("_id", Document.class).keySet());
    }

    private static Set<Object> ids(List<Document> sessions) {
        return sessions.stream().map(session -> session.get("_id")).collect(Collectors.toSet());
    }

    @Row(
            number = 54,
            when = "`$planCacheStats`",
            then = "nothing, and 50933 for a collection that there is not",
            unlike = "there is no cache of plans: every query is planned from its own values")
    @Test
    void noPlansAreCached() {
        ground.insert("a", 1);
        assertEquals(
                List.of(),
                ground.documents().aggregate(List.of(json("{$planCacheStats: {}}"))).into(new ArrayList<>()));
    }

    @Row(
            number = 70,
            when = "`profile` with level 0, 1 or 2, `slowms`, `sampleRate`, `filter`",
            then = "`{was, slowms, sampleRate}`, and `filter` if there was one; level and filter are the database's, the others "
                    + "the server's")
    @Test
    void profilerIsSwitchedByDatabase() {
        assertEquals(json("{was: 0, slowms: 100, sampleRate: 1.0, ok: 1.0}"), ground.run(json("{profile: 2}")));
        assertEquals(2, ground.run(json("{profile: 1, slowms: 50, sampleRate: 0.5}")).get("was"));
        assertEquals(json("{was: 1, slowms: 50, sampleRate: 0.5, ok: 1.0}"), ground.run(json("{profile: -1}")));
        assertEquals(json("{was: 0, slowms: 50, sampleRate: 0.5, ok: 1.0}"), ground.admin(json("{profile: -1}")));
    }

    @Row(
            number = 71,
            when = "operations at level 2",
            then = "an entry in `system.profile` for each, and for each statement of updates and deletes: `op`, `ns`, `command`, "
                    + "`keysExamined`, `docsExamined`, `nreturned`, `nMatched`, `nModified`, `ninserted`, `ndeleted`, "
                    + "`planSummary`, `millis`, `ts`, `client`, `appName`, `user`",
            unlike = "`locks`, `storage`, `execStats` and the hashes of plans are left out")
    @Test
    void operationsAreRecorded() {
        ground.createIndex("{x: 1}", "{}");
        ground.run(json("{profile: 2}"));
        ground.insert("a", 1);
        ground.documents().find(json("{x: 1}")).into(new ArrayList<>());
        ground.documents().updateMany(json("{}"), json("{$inc: {y: 1}}"));
        ground.documents().deleteOne(json("{_id: 'a'}"));
        String ours = "ns: '" + ground.namespace() + "'";
        assertEquals(
                List.of(
                        json("{op: 'insert'}"),
                        json("{op: 'query', keysExamined: 1, docsExamined: 1, planSummary: 'IXSCAN { x: 1 }'}"),
                        json("{op: 'update', keysExamined: 0, docsExamined: 1, planSummary: 'COLLSCAN'}"),
                        json("{op: 'remove', keysExamined: 1, docsExamined: 1, planSummary: 'IDHACK'}")),
                recorded("{" + ours + "}"));
        assertEquals(1, recorded("{" + ours + ", 'command.filter': {x: 1}, nreturned: 1}").size());
        assertEquals(1, recorded("{" + ours + ", nMatched: 1, nModified: 1, 'command.multi': true}").size());
    }

    @Row(
            number = 72,
            when = "`system.profile`",
            then = "listed as capped, 1 MB; the newest entries stay; clients read it and cannot write to it (73), and it can be "
                    + "dropped at level 0 alone (20)",
            unlike = "its size is fixed; its entries outlive a restart, the level does not, in MongoDB too")
    @Test
    void profileIsReadOnly() {
        ground.run(json("{profile: 2}"));
        Document listed = first(ground.database().listCollections().filter(json("{name: 'system.profile'}")));
        assertEquals(json("{capped: true, size: 1048576}"), listed.get("options"));
        Refusal.expect(
                73,
                "InvalidNamespace",
                "cannot write to app.system.profile",
                () -> ground.run(json("{insert: 'system.profile', documents: [{a: 1}]}")));
        Refusal.expect(
                20,
                "IllegalOperation",
                "turn off profiling before dropping system.profile collection",
                () -> ground.run(json("{drop: 'system.profile'}")));
        ground.run(json("{profile: 0}"));
        assertTrue(ground.database().getCollection("system.profile").countDocuments() > 0);
        ground.database().getCollection("system.profile").drop();
        assertEquals(0, ground.database().getCollection("system.profile").countDocuments());
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
