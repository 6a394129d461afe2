package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The purge of expired documents: its causes, its counts, and the traces that stay for some time. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Rows("purging")
final class PurgeIT extends OnGround {
    private static final long PAGER_SECONDS = 600;
    private static final Duration PURGE_INTERVAL = Duration.ofDays(3);

    private Ground own;

    @BeforeEach
    void prepare() {
        own = ground.bucket();
    }

    @AfterEach
    void close() {
        own.close();
        ground.rest().delete(own.path()).require(200);
    }

    private void putThree() {
        for (String key : List.of("a", "b", "c")) {
            own.put(key, 10);
        }
    }

    @Test
    @Row(
            number = 1,
            when = "accesses an expired document, over KV or by a query that fetches it",
            then = "it is purged, and `ep_expired_access` counts it")
    void accessPurges() {
        putThree();
        own.advance(11);
        own.assertGone("a");
        own.send(Frame.touch(Frame.TOUCH, "b", 10)).require(Wire.KEY_ENOENT);
        assertEquals(2, own.stat("ep_expired_access"));
        own.cluster().query("SELECT d.n FROM " + own.keyspace() + " d USE KEYS \"c\"");
        assertEquals(3, own.stat("ep_expired_access"));
        assertEquals(3, own.stat("vb_active_expired"));
    }

    @Test
    @Row(number = 2, when = "waits", then = "the pager purges every 600 s, and `ep_expired_pager` counts")
    void pagerPurges() {
        assertEquals(PAGER_SECONDS, own.stat("ep_exp_pager_stime"));
        putThree();
        own.advance(2 * PAGER_SECONDS);
        assertEquals(3, own.stat("ep_expired_pager"));
        assertTrue(own.stat("ep_num_expiry_pager_runs") >= 1);
        assertEquals(0, own.stat("ep_expired_access"));
        assertEquals(3, own.stat("vb_active_expired"));
    }

    @Test
    @Row(
            number = 3,
            when = "sets `exp_pager_stime` over KV, as cbepctl does",
            then = "the pager runs so often; 0 stops it, and reads decide as before")
    void pagerObeys() {
        assertEquals(Wire.OK, own.setParameter("exp_pager_stime", "0"));
        assertEquals(0, own.stat("ep_exp_pager_stime"));
        putThree();
        own.advance(10 * PAGER_SECONDS);
        assertEquals(0, own.stat("ep_expired_pager"));
        own.assertGone("a");
        assertEquals(Wire.OK, own.setParameter("exp_pager_stime", "5"));
        own.advance(20);
        assertEquals(2, own.stat("ep_expired_pager"));
        assertEquals(1, own.stat("ep_expired_access"));
    }

    @Test
    @Row(
            number = 4,
            when = "sets `exp_pager_enabled`, `exp_pager_initial_run_time`",
            then = "taken in their ranges, EINVAL otherwise")
    void pagerHasOtherParameters() {
        assertEquals(Wire.OK, own.setParameter("exp_pager_enabled", "false"));
        putThree();
        own.advance(10 * PAGER_SECONDS);
        assertEquals(0, own.stat("ep_expired_pager"));
        assertEquals(Wire.OK, own.setParameter("exp_pager_enabled", "true"));
        assertEquals(Wire.OK, own.setParameter("exp_pager_initial_run_time", "-1"));
        assertEquals(Wire.OK, own.setParameter("exp_pager_initial_run_time", "23"));
        assertEquals(Wire.EINVAL, own.setParameter("exp_pager_initial_run_time", "24"));
        assertEquals(Wire.EINVAL, own.setParameter("no_such_parameter", "2"));
    }

    @Test
    @Row(
            number = 5,
            when = "compacts the bucket by hand",
            then = "200; what has expired is purged, and `ep_expired_compactor` counts it")
    void compactionPurges() {
        putThree();
        own.put("lives");
        own.advance(11);
        own.compact();
        assertEquals(3, own.stat("ep_expired_compactor"));
        own.assertThere("lives");
    }

    @Test
    @Row(number = 6, when = "sets `expiryPagerSleepTime` over REST", then = "400: not supported until 7.9")
    void pagerHasNoRestBefore79() {
        Rest.Answer answer =
                own.rest().post(own.path(), "expiryPagerSleepTime", "60").require(400);
        assertTrue(answer.body().contains("not supported until cluster is fully 7.9"), answer::toString);
    }

    @Test
    @Row(
            number = 7,
            when = "asks for the metadata of a deleted or a purged document",
            then = "deleted is 1 with its revision, for the purge interval, 3 days; then KEY_ENOENT after compaction")
    void tombstonesStayForTheInterval() {
        own.put("deleted");
        own.put("expired", 10);
        own.collection().remove("deleted");
        own.advance(2 * PAGER_SECONDS);
        for (String key : List.of("deleted", "expired")) {
            Answer meta = own.meta(key).require(Wire.OK);
            assertTrue(meta.isDeleted(), key);
            assertEquals(2, meta.revision(), key);
        }
        own.advance(PURGE_INTERVAL.minusSeconds(2 * PAGER_SECONDS + 60));
        own.compact();
        assertTrue(own.meta("deleted").require(Wire.OK).isDeleted());
        own.advance(Duration.ofHours(1));
        own.compact();
        own.meta("deleted").require(Wire.KEY_ENOENT);
        own.meta("expired").require(Wire.KEY_ENOENT);
    }

    @Test
    @Row(number = 8, when = "writes a key whose tombstone stands", then = "its revision goes on from there")
    void revisionGoesOn() {
        own.put("a", 10);
        own.advance(2 * PAGER_SECONDS);
        own.put("a");
        assertEquals(3, own.meta("a").require(Wire.OK).revision());
    }

    @Test
    @Row(
            number = 9,
            when = "sets `purgeInterval` of a bucket",
            then = "0.04 to 60 days, with autoCompactionDefined=true alone; from 0.0007, and without it, where the"
                    + " bucket is ephemeral")
    void purgeIntervalHasItsRange() {
        String compaction = "parallelDBAndViewCompaction";
        String[] base = {"autoCompactionDefined", "true", compaction, "false", "purgeInterval"};
        for (String good : List.of("0.04", "1", "60")) {
            own.rest().post(own.path(), with(base, good)).require(200);
        }
        for (String bad : List.of("0.03", "61", "x")) {
            own.rest().post(own.path(), with(base, bad)).require(400);
        }
        try (Ground ephemeral = own.bucket("bucketType", "ephemeral")) {
            ephemeral.rest().post(ephemeral.path(), "purgeInterval", "0.0007").require(200);
            ephemeral.rest().post(ephemeral.path(), with(base, "1")).require(400);
            ephemeral.rest().delete(ephemeral.path()).require(200);
        }
        own.rest().post(own.path(), with(base, "0.04")).require(200);
        own.put("a");
        own.collection().remove("a");
        own.advance(Duration.ofMinutes(57));
        own.compact();
        assertTrue(own.meta("a").require(Wire.OK).isDeleted());
        own.advance(Duration.ofHours(1));
        own.compact();
        own.meta("a").require(Wire.KEY_ENOENT);
    }

    private static String[] with(String[] fields, String last) {
        String[] all = new String[fields.length + 1];
        System.arraycopy(fields, 0, all, 0, fields.length);
        all[fields.length] = last;
        return all;
    }
}
