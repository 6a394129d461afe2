package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.first;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server counts its work: how often, how long, and, where it is asked to record it, which requests. */
@MayflyTest
@Fresh
@Rows("statistics")
final class MongoStatisticsIT extends OnGround {
    private MongoClient client;

    @BeforeEach
    void prepare(MongoClient driver) {
        client = driver;
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
            number = 51,
            when = "`serverStatus().opcounters`, `opLatencies`, `connections`, `globalLock`, `network`",
            then =
                    "inserts by document, updates and deletes by statement, all else by command; microseconds and numbers of "
                            + "reads, writes and commands",
            unlike = "nothing is told of WiredTiger; nothing waits for locks, so `currentQueue` is empty")
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
            then = "each part that is asked for, `histograms: true` by MongoDB's bounds",
            unlike = "what is stored is measured as documents, so `storageSize` is `size`, and indexes take 0")
    @Test
    void collectionTellsItsStatistics() {
        ground.insert("a", 1);
        ground.documents().find().into(new ArrayList<>());
        Document row = first(
                ground.documents()
                        .aggregate(
                                List.of(
                                        json(
                                                "{$collStats: {latencyStats: {histograms: true}, storageStats: {}, count: {}, queryExecStats: {}}}"))));
        assertEquals(1L, row.get("count"));
        Document writes = row.get("latencyStats", Document.class).get("writes", Document.class);
        assertEquals(1L, writes.get("ops"));
        assertEquals(1L, writes.getList("histogram", Document.class).getFirst().get("count"));
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
                Set.of("id", "uid"), local.getFirst().get("_id", Document.class).keySet());
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
                ground.documents()
                        .aggregate(List.of(json("{$planCacheStats: {}}")))
                        .into(new ArrayList<>()));
    }

    private List<Document> recorded(String filter) {
        return ground.database()
                .getCollection("system.profile")
                .find(json(filter))
                .projection(json("{_id: 0, op: 1, keysExamined: 1, docsExamined: 1, planSummary: 1}"))
                .into(new ArrayList<>());
    }

    @Row(
            number = 70,
            when = "`profile` with level 0, 1 or 2, `slowms`, `sampleRate`, `filter`",
            then =
                    "`{was, slowms, sampleRate}`, and `filter` if there was one; level and filter are the database's, the others "
                            + "the server's")
    @Test
    void profilerIsSwitchedByDatabase() {
        assertEquals(json("{was: 0, slowms: 100, sampleRate: 1.0, ok: 1.0}"), ground.run(json("{profile: 2}")));
        assertEquals(
                2, ground.run(json("{profile: 1, slowms: 50, sampleRate: 0.5}")).get("was"));
        assertEquals(json("{was: 1, slowms: 50, sampleRate: 0.5, ok: 1.0}"), ground.run(json("{profile: -1}")));
        assertEquals(json("{was: 0, slowms: 50, sampleRate: 0.5, ok: 1.0}"), ground.admin(json("{profile: -1}")));
    }

    @Row(
            number = 71,
            when = "operations at level 2",
            then =
                    "an entry in `system.profile` for each, and for each statement of updates and deletes: `op`, `ns`, `command`, "
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
        assertEquals(
                1,
                recorded("{" + ours + ", 'command.filter': {x: 1}, nreturned: 1}")
                        .size());
        assertEquals(
                1,
                recorded("{" + ours + ", nMatched: 1, nModified: 1, 'command.multi': true}")
                        .size());
    }

    @Row(
            number = 72,
            when = "`system.profile`",
            then =
                    "a capped collection of 1 MB, or of the size with which a client has made it; clients read it and cannot "
                            + "write to it (73), and it can be dropped at level 0 alone (20)")
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
            number = 80,
            when = "`explain` with `executionStats` of find, count, distinct, update, delete, findAndModify",
            then =
                    "`nReturned`, `totalKeysExamined`, `totalDocsExamined`, `executionTimeMillis`, and the same stage by stage",
            unlike =
                    "what an index is walked over stands in `ranges`, encoded, not in `indexBounds`; no `works` and `advanced`")
    @Test
    void explainTellsWhatWasExamined() {
        ground.createIndex("{x: 1}", "{}");
        ground.insert("a", 1);
        ground.insert("b", 2);
        String name = "'" + ground.name() + "'";
        for (String command : List.of(
                "{find: " + name + ", filter: {x: 1}}",
                "{count: " + name + ", query: {x: 1}}",
                "{distinct: " + name + ", key: 'x', query: {x: 1}}",
                "{update: " + name + ", updates: [{q: {x: 1}, u: {$set: {y: 1}}}]}",
                "{delete: " + name + ", deletes: [{q: {x: 1}, limit: 0}]}",
                "{findAndModify: " + name + ", query: {x: 1}, remove: true}")) {
            Document statistics = explained(command).get("executionStats", Document.class);
            assertEquals(1, statistics.get("totalKeysExamined"), command);
            assertEquals(1, statistics.get("totalDocsExamined"), command);
        }
        assertEquals(2, ground.documents().countDocuments());
    }

    private Document explained(String command) {
        return ground.run(new Document("explain", json(command)).append("verbosity", "executionStats"));
    }

    @Row(
            number = 81,
            when = "the same of a pipeline",
            then =
                    "`stages`: `$cursor` with the query's `executionStats`, and behind it each stage, as the optimizer left it, with "
                            + "`nReturned`; nothing is written",
            unlike = "the time of a stage is that of all of them")
    @Test
    void explainTellsWhatEachStageGaveOut() {
        ground.insert("a", 1);
        ground.insert("b", 2);
        List<Document> stages = explained(
                        "{aggregate: '" + ground.name()
                                + "', pipeline: [{$match: {x: {$gt: 0}}}, {$group: {_id: null}}, {$out: 'written'}], cursor: {}}")
                .getList("stages", Document.class);
        assertEquals(
                List.of(2L, 1L, 0L),
                stages.stream().map(stage -> stage.get("nReturned")).toList());
        assertEquals(
                2,
                stages.getFirst()
                        .get("$cursor", Document.class)
                        .get("executionStats", Document.class)
                        .get("totalDocsExamined"));
        assertEquals(0, ground.database().getCollection("written").countDocuments());
    }
}
