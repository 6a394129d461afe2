package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The TTL monitor as MongoDB's parameters and statistics show it. */
@MayflyTest
@Fresh
@Rows("monitor")
final class MongoTtlMonitorIT extends OnGround {
    private Document set(String parameter, Object value) {
        return ground.admin(new Document("setParameter", 1).append(parameter, value));
    }

    private @Nullable Object get(String parameter) {
        return ground.admin(new Document("getParameter", 1).append(parameter, 1))
                .get(parameter);
    }

    private long passes() {
        return ground.metrics().getLong("passes");
    }

    private void advance(long seconds) {
        ground.advance(Duration.ofSeconds(seconds));
    }

    @Row(number = 10, when = "every `ttlMonitorSleepSecs` (60)", then = "a pass; `metrics.ttl.passes` counts it")
    @Test
    void passesEveryMinute() {
        assertEquals(0, passes());
        advance(59);
        assertEquals(0, passes());
        advance(1);
        assertEquals(1, passes());
        advance(120);
        assertEquals(3, passes());
    }

    @Row(
            number = 20,
            when = "`serverStatus().metrics.ttl`",
            then = "`passes`, `subPasses`, `deletedDocuments`, `invalidTTLIndexSkips`, all int64",
            unlike = "what else is in it differs from release to release, and is not in it here")
    @ParameterizedTest
    @EnumSource
    void metricsCount(Visibility visibility) {
        ground.prepare(visibility, 30);
        ground.insert("dies", ground.in(0));
        ground.insert("diesToo", ground.in(1));
        ground.insert("lives", ground.in(1000));
        advance(60);
        assertEquals(
                new Document("deletedDocuments", 2L)
                        .append("invalidTTLIndexSkips", 0L)
                        .append("passes", 1L)
                        .append("subPasses", 1L),
                ground.metrics());
    }

    @Row(
            number = 30,
            when = "what a client deletes itself",
            then = "is not in `deletedDocuments`, and what expired is not in `opcounters.delete`")
    @Test
    void deletesOfClientsAreNotCounted() {
        ground.prepare(Visibility.EXACT, 30);
        ground.insert("dies", ground.in(0));
        ground.insert("deleted", ground.in(0));
        ground.documents().deleteOne(new Document("_id", "deleted"));
        advance(60);
        assertEquals(1L, ground.metrics().get("deletedDocuments"));
        assertEquals(
                1L,
                ground.admin(new Document("serverStatus", 1))
                        .get("opcounters", Document.class)
                        .get("delete"));
    }

    @Row(number = 40, when = "`setParameter: {ttlMonitorSleepSecs: 1}`", then = "`{was: 60, ok: 1}`")
    @Test
    void setParameterAnswersWhatWas() {
        assertEquals(json("{was: 60, ok: 1.0}"), set("ttlMonitorSleepSecs", 1));
        assertEquals(json("{was: 1, ok: 1.0}"), set("ttlMonitorSleepSecs", 2L));
        assertEquals(
                json("{ttlMonitorSleepSecs: 2, ok: 1.0}"),
                ground.admin(json("{getParameter: 1, ttlMonitorSleepSecs: 1}")));
    }

    @Row(
            number = 41,
            when = "a shorter sleep while the monitor sleeps",
            then = "takes effect at once: the sleep ends so long after it began")
    @Test
    void shorterSleepTakesEffectAtOnce() {
        advance(20);
        set("ttlMonitorSleepSecs", 30);
        advance(9);
        assertEquals(0, passes());
        advance(1);
        assertEquals(1, passes());
        advance(10);
        set("ttlMonitorSleepSecs", 5);
        advance(0);
        ground.advance(Duration.ofMillis(1));
        assertEquals(2, passes());
        advance(5);
        assertEquals(3, passes());
    }

    @Row(number = 42, when = "a sleep of less than 1", then = "2 BadValue, and nothing is changed")
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void sleepBelowOneIsRefused(int seconds) {
        Refusal.expect(
                2,
                "BadValue",
                "Invalid value for parameter ttlMonitorSleepSecs: " + seconds + " is not greater than 0",
                () -> set("ttlMonitorSleepSecs", seconds));
        assertEquals(60, get("ttlMonitorSleepSecs"));
    }

    @Row(
            number = 50,
            when = "`ttlMonitorEnabled: false`",
            then = "nothing expires, documents stay readable, passes are not counted; switched on, what is due goes")
    @ParameterizedTest
    @EnumSource
    void disabledMonitorLetsNothingExpire(Visibility visibility) {
        ground.prepare(visibility, 30);
        ground.insert("dies", ground.in(0));
        ground.insert("lives", ground.in(10_000));
        assertEquals(json("{was: true, ok: 1.0}"), set("ttlMonitorEnabled", false));
        assertEquals(false, get("ttlMonitorEnabled"));
        advance(600);
        ground.assertThere("dies", "lives");
        assertEquals(0, passes());
        assertEquals(0L, ground.metrics().get("deletedDocuments"));
        assertEquals(json("{was: false, ok: 1.0}"), set("ttlMonitorEnabled", true));
        ground.settle(visibility);
        ground.assertThere("lives");
        advance(1);
        assertEquals(1L, ground.metrics().get("deletedDocuments"));
    }

    @Row(
            number = 51,
            when = "what had expired before `ttlMonitorEnabled: false`",
            then = "stays gone",
            unlike = "MongoDB may still show it, if no pass has come by")
    @Test
    void deadStayDeadWhileDisabled() {
        ground.prepare(Visibility.EXACT, 30);
        ground.insert("dead", ground.in(0));
        advance(31);
        set("ttlMonitorEnabled", false);
        ground.assertThere();
        advance(600);
        ground.assertThere();
    }

    @Row(number = 52, when = "a collection made while the monitor is off", then = "nothing expires in it either")
    @ParameterizedTest
    @EnumSource
    void newCollectionsAreMaskedToo(Visibility visibility) {
        set("ttlMonitorEnabled", false);
        ground.prepare(visibility, 1);
        ground.insert("stays", ground.in(-100));
        ground.settle(visibility);
        ground.assertThere("stays");
        set("ttlMonitorEnabled", true);
        ground.settle(visibility);
        ground.assertThere();
    }

    @Row(
            number = 60,
            when = "`getParameter` of several names, or `*`",
            then = "all of them, with MongoDB's defaults: `ttlMonitorEnabled` true, `ttlMonitorSleepSecs` 60, "
                    + "`ttlMonitorBatchDeletes` true, `ttlMonitorSubPassTargetSecs` 60, `ttlIndexDeleteTargetTimeMS` 1000, "
                    + "`ttlIndexDeleteTargetDocs` 50000")
    @Test
    void parametersHaveTheirDefaults() {
        Document expected = json(
                "{ttlMonitorEnabled: true, ttlMonitorSleepSecs: 60, ttlMonitorBatchDeletes: true,"
                        + " ttlMonitorSubPassTargetSecs: 60, ttlIndexDeleteTargetTimeMS: 1000, ttlIndexDeleteTargetDocs: 50000}");
        Document asked = new Document("getParameter", 1);
        expected.keySet().forEach(name -> asked.append(name, 1));
        Document reply = ground.admin(asked);
        reply.remove("ok");
        assertEquals(expected, reply);
        Document all = ground.admin(json("{getParameter: '*'}"));
        expected.forEach((name, value) -> assertEquals(value, all.get(name), name));
    }

    @Row(
            number = 70,
            when = "`ttlMonitorBatchDeletes`, `ttlMonitorSubPassTargetSecs`, `ttlIndexDeleteTargetTimeMS`, "
                    + "`ttlIndexDeleteTargetDocs`",
            then = "are taken, checked (not below 0), shown, and steer what `subPasses` counts",
            unlike = "the sweeper paces itself: what is due is hidden at once, and no client sees a pass half done")
    @Test
    void pacingParametersAreTaken() {
        assertEquals(json("{was: true, ok: 1.0}"), set("ttlMonitorBatchDeletes", false));
        for (String name :
                List.of("ttlMonitorSubPassTargetSecs", "ttlIndexDeleteTargetTimeMS", "ttlIndexDeleteTargetDocs")) {
            set(name, 0);
            assertEquals(0, get(name));
            Refusal.expect(2, "BadValue", "is not greater than or equal to 0", () -> set(name, -1));
        }
    }

    @Row(
            number = 80,
            when = "a parameter that there is not",
            then = "72 InvalidOptions `attempted to set unrecognized parameter`")
    @Test
    void unknownParametersAreRefused() {
        Refusal.expect(
                72,
                "InvalidOptions",
                "attempted to set unrecognized parameter [ttlMonitorSleep]",
                () -> set("ttlMonitorSleep", 1));
        Refusal.expect(72, "InvalidOptions", "no option found to get", () -> get("ttlMonitorSleep"));
    }

    @Row(number = 81, when = "`setParameter` on another database than admin", then = "13 Unauthorized")
    @Test
    void parametersAreOfTheAdminDatabase() {
        Refusal.expect(
                13,
                "Unauthorized",
                "setParameter may only be run against the admin database.",
                () -> ground.run(json("{setParameter: 1, ttlMonitorSleepSecs: 1}")));
    }

    @Row(
            number = 90,
            when = "many due documents in many collections",
            then = "all gone from answers at once, and counted by the end of the pass",
            unlike = "MongoDB works them off in sub-passes of 50000 documents or a second for each index")
    @Test
    void manyDocumentsGoAtOnce() {
        ground.prepare(Visibility.EXACT, 30);
        List<Document> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(new Document("_id", "k" + i).append("x", ground.in(0)));
        }
        ground.documents().insertMany(many);
        advance(30);
        assertEquals(0, ground.documents().countDocuments());
        advance(30);
        assertEquals(10_000L, ground.metrics().get("deletedDocuments"));
        assertFalse(ground.documents().find().cursor().hasNext());
    }

    @Row(
            number = 100,
            when = "`fsync` with `lock`, `setUserWriteBlockMode`, which hold MongoDB's monitor back",
            then = "115 CommandNotSupported; 59 CommandNotFound",
            unlike = "not built; `POST /api/v1/ttl/pause` holds the sweeper back, and hidden stays hidden")
    @ParameterizedTest
    @ValueSource(strings = {"{fsync: 1, lock: true} | 115", "{setUserWriteBlockMode: 1, global: true} | 59"})
    void otherBrakesAreRefused(String test) {
        String[] parts = test.split(" \\| ", 2);
        Refusal refusal = Refusal.of(() -> ground.admin(json(parts[0])));
        assertEquals(parts[1], Integer.toString(refusal.code()));
    }

    @Row(
            number = 101,
            when = "`currentOp` while the monitor deletes",
            then =
                    "a row with `desc: \"TTLMonitor\"`, `op: \"remove\"` and the collection; with `$all: true` it is there "
                            + "while the monitor sleeps too, `active: false`")
    @ParameterizedTest
    @EnumSource
    void deletesOfTheMonitorAreSeenWhileTheyRun(Visibility visibility, MayflyServer server) {
        ground.prepare(visibility, 30);
        ground.insert("dies", ground.in(0));
        List<Document> seen = new ArrayList<>();
        server.engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {
                seen.addAll(monitor("{currentOp: 1, desc: 'TTLMonitor'}"));
            }
        });
        advance(60);
        assertEquals(1, seen.size());
        assertEquals("remove", seen.getFirst().get("op"));
        assertEquals(ground.namespace(), seen.getFirst().get("ns"));
        assertEquals(true, seen.getFirst().get("active"));
        assertEquals(List.of(), monitor("{currentOp: 1, desc: 'TTLMonitor'}"));
        assertEquals(
                false,
                monitor("{currentOp: 1, $all: true, desc: 'TTLMonitor'}")
                        .getFirst()
                        .get("active"));
    }

    private List<Document> monitor(String command) {
        return ground.admin(json(command)).getList("inprog", Document.class);
    }

    @Row(
            number = 104,
            when = "`profile: 2` while the monitor deletes",
            then =
                    "an entry of `system.profile` for each batch: `op: \"remove\"`, the collection, `ndeleted`, `planSummary`; "
                            + "what a change of `expireAfterSeconds` hid shows at the next pass")
    @ParameterizedTest
    @EnumSource
    void deletesOfTheMonitorAreRecorded(Visibility visibility) {
        ground.prepare(visibility, 30);
        ground.insert("dies", ground.in(0));
        ground.insert("shortened", ground.in(50));
        ground.run(json("{profile: 2}"));
        advance(60);
        assertEquals(List.of(1), removed());
        ground.collMod(json("{name: 'x_1', expireAfterSeconds: 0}"));
        if (visibility == Visibility.EXACT) {
            ground.assertThere();
        }
        advance(60);
        assertEquals(List.of(1, 1), removed());
    }

    private List<Integer> removed() {
        return ground.database()
                .getCollection("system.profile")
                .find(new Document("op", "remove")
                        .append("ns", ground.namespace())
                        .append("planSummary", "IXSCAN { x: 1 }"))
                .map(entry -> entry.getInteger("ndeleted"))
                .into(new ArrayList<>());
    }

    @Row(
            number = 102,
            when = "a change stream, in which MongoDB shows such deletes",
            then = "40573, as of any standalone server")
    @Test
    void changeStreamsNeedAReplicaSet() {
        Refusal.expect(
                40573,
                "Location40573",
                "The $changeStream stage is only supported on replica sets",
                () -> ground.documents().watch().cursor());
    }

    @Row(
            number = 103,
            when = "`explain` of a delete of many",
            then = "stage DELETE, and how many live documents it would delete",
            unlike = "the stage is BATCHED_DELETE in newer releases")
    @Test
    void explainedDeleteCountsTheLiving() {
        ground.prepare(Visibility.EXACT, 30);
        ground.insert("gone", ground.in(-30));
        ground.insert("there", ground.in(1000));
        Document stage = ground.run(json("{explain: {delete: '" + ground.name()
                        + "', deletes: [{q: {}, limit: 0}]}, verbosity: 'executionStats'}"))
                .get("executionStats", Document.class)
                .get("executionStages", Document.class);
        assertEquals("DELETE", stage.get("stage"));
        assertEquals("1", String.valueOf(stage.get("nWouldDelete")));
        ground.assertThere("there");
    }
}
