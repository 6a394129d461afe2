package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.query.QueryOptions;
import com.couchbase.client.java.query.QueryScanConsistency;
import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expiry where it meets the query service, virtual attributes and writes with metadata. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Rows("around")
final class AroundIT extends OnGround {
    private List<JsonObject> query(String statement) {
        return query(statement, QueryOptions.queryOptions());
    }

    /** Puts the collection's name for the one sign that stands for it. */
    private List<JsonObject> query(String statement, QueryOptions options) {
        return ground.cluster()
                .query(
                        statement.replace("@", ground.keyspace()),
                        options.scanConsistency(QueryScanConsistency.REQUEST_PLUS))
                .rowsAsObject();
    }

    @Test
    @Row(
            number = 1,
            when = "reads `$document.exptime`",
            then = "a number, the absolute second, 0 for none; also of documents that are not JSON")
    void virtualAttributeHasTheExpiry() {
        ground.put("json", 10);
        ground.put("none");
        ground.send(Frame.set("raw", 20, "\1\2")).require(Wire.OK);
        for (String key : List.of("json", "none", "raw")) {
            long expected = key.equals("none") ? 0 : ground.now() + (key.equals("raw") ? 20 : 10);
            var found = ground.collection()
                    .lookupIn(key, List.of(LookupInSpec.get("$document.exptime").xattr()));
            assertEquals(expected, found.contentAs(0, Long.class), key);
        }
    }

    @Test
    @Row(number = 2, when = "selects `META(d).expiration`", then = "the absolute second, 0 for none")
    void queryTellsTheExpiry() {
        ground.put("dies", 10);
        ground.put("lives");
        List<JsonObject> rows = query(
                "SELECT META(d).id, META(d).expiration FROM @ d USE KEYS [\"dies\", \"lives\"] ORDER BY META(d).id");
        assertEquals(ground.now() + 10, rows.get(0).getLong("expiration"));
        assertEquals(0, rows.get(1).getLong("expiration"));
    }

    @Test
    @Row(
            number = 3,
            when = "inserts or upserts with OPTIONS {\"expiration\": n}, of values or of a SELECT",
            then = "that expiry, relative or absolute as elsewhere")
    void statementGivesAnExpiry() {
        query("INSERT INTO @ (KEY, VALUE, OPTIONS) VALUES (\"a\", {\"n\": 1}, {\"expiration\": 10})");
        ground.assertLivesFor(10, "a");
        query("UPSERT INTO @ (KEY, VALUE, OPTIONS) VALUES (\"a\", {\"n\": 1}, {\"expiration\": " + (ground.now() + 50)
                + "})");
        ground.assertLivesFor(50, "a");
        query("INSERT INTO @ (KEY k, VALUE v, OPTIONS {\"expiration\": 30}) SELECT \"b\" AS k, d AS v FROM @ d USE KEYS"
                + " \"a\"");
        ground.assertLivesFor(30, "b");
        try (Ground limited = ground.sibling("20")) {
            ground.cluster()
                    .query("UPSERT INTO " + limited.keyspace() + " VALUES (\"c\", {\"n\": 1}, {\"expiration\": 100})");
            limited.assertLivesFor(20, "c");
        }
    }

    @Test
    @Row(number = 4, when = "UPDATE .. SET META(d).expiration = n", then = "that expiry; nothing else changes")
    void updateGivesAnExpiry() {
        ground.put("a");
        query("UPDATE @ d USE KEYS \"a\" SET META(d).expiration = 40");
        ground.assertLivesFor(40, "a");
        assertEquals(Ground.document(), ground.collection().get("a").contentAsObject());
    }

    @Test
    @Row(
            number = 5,
            when = "updates, upserts or merges without saying anything of expiry",
            then = "cleared; `META(d).expiration = META(d).expiration` or preserve_expiry keeps it")
    void statementsClearUnlessTold() {
        ground.put("a", 100);
        query("UPDATE @ d USE KEYS \"a\" SET d.n = 2");
        ground.assertLivesForever("a");
        ground.put("a", 100);
        query("UPDATE @ d USE KEYS \"a\" SET d.n = 2, META(d).expiration = META(d).expiration");
        ground.assertLivesFor(100, "a");
        query(
                "UPDATE @ d USE KEYS \"a\" SET d.n = 3",
                QueryOptions.queryOptions().preserveExpiry(true));
        ground.assertLivesFor(100, "a");
        query(
                "UPSERT INTO @ VALUES (\"a\", {\"n\": 4})",
                QueryOptions.queryOptions().preserveExpiry(true));
        ground.assertLivesFor(100, "a");
        query("UPSERT INTO @ VALUES (\"a\", {\"n\": 5})");
        ground.assertLivesForever("a");
    }

    @Test
    @Row(number = 6, when = "CREATE COLLECTION .. WITH {\"maxTTL\": n}, since 7.6", then = "so it is")
    void statementMakesCollectionWithMaxTtl() {
        String name = "made" + ground.now();
        ground.cluster().query("CREATE COLLECTION `default`.`_default`.`" + name + "` WITH {\"maxTTL\": 25}");
        ground.collection();
        Rest.Answer manifest = ground.rest().get(ground.path() + "/scopes").require(200);
        assertTrue(manifest.body().replaceAll("\\s", "").contains("\"maxTTL\":25"), manifest::toString);
    }

    @Test
    @Row(
            number = 7,
            when = "asks an index that covers the query",
            then = "no document that has expired",
            unlike = "a covering index returns expired documents until they are purged; here expiry is exact")
    void coveringIndexTellsNothingExpired() {
        query("CREATE INDEX byN ON @(n)");
        query("CREATE PRIMARY INDEX ON @");
        ground.put("dies", 10);
        ground.put("lives");
        assertEquals(2, query("SELECT d.n FROM @ d WHERE d.n >= 0").size());
        assertEquals(
                2, query("SELECT RAW {\"c\": COUNT(*)} FROM @ d").getFirst().getInt("c"));
        ground.advance(11);
        assertEquals(1, query("SELECT d.n FROM @ d WHERE d.n >= 0").size());
        assertEquals(
                1, query("SELECT RAW {\"c\": COUNT(*)} FROM @ d").getFirst().getInt("c"));
        assertEquals(1, query("SELECT META(d).id FROM @ d").size());
    }

    @Test
    @Row(
            number = 8,
            when = "writes with metadata: SetWithMeta, AddWithMeta",
            then = "CAS, revision and expiry are kept as given, but that maxTTL caps the expiry and gives one")
    void foreignMetadataAreKept() {
        byte[] meta = Frame.concat(Frame.u32(7), Frame.u32(ground.now() + 100), Frame.u64(42), Frame.u64(123_456_789));
        ground.send(Frame.of(Frame.SET_WITH_META, "a").extras(meta).value("{}")).require(Wire.OK);
        Answer kept = ground.meta("a").require(Wire.OK);
        assertEquals(123_456_789, kept.cas());
        assertEquals(42, kept.revision());
        ground.assertLivesFor(100, "a");
        ground.send(Frame.of(Frame.ADD_WITH_META, "a").extras(meta).value("{}")).require(Wire.KEY_EEXISTS);
        ground.send(Frame.of(Frame.ADD_WITH_META, "b").extras(meta).value("{}")).require(Wire.OK);
        try (Ground limited = ground.sibling("20")) {
            limited.send(Frame.of(Frame.SET_WITH_META, "a").extras(meta).value("{}"))
                    .require(Wire.OK);
            limited.assertLivesFor(20, "a");
            byte[] none = Frame.concat(Frame.u32(0), Frame.u32(0), Frame.u64(1), Frame.u64(99));
            limited.send(Frame.of(Frame.SET_WITH_META, "b").extras(none).value("{}"))
                    .require(Wire.OK);
            limited.assertLivesFor(20, "b");
        }
    }

    @Test
    @Row(
            number = 9,
            when = "writes with metadata what is there already",
            then = "the higher revision wins; of a lower one KEY_EEXISTS; a replicated expiration deletes whatever the"
                    + " expiry here is")
    void conflictsAreResolvedByRevision() {
        byte[] third = Frame.concat(Frame.u32(0), Frame.u32(0), Frame.u64(3), Frame.u64(1_000));
        byte[] second = Frame.concat(Frame.u32(0), Frame.u32(0), Frame.u64(2), Frame.u64(2_000));
        byte[] fourth = Frame.concat(Frame.u32(0), Frame.u32(0), Frame.u64(4), Frame.u64(3_000));
        ground.send(Frame.of(Frame.SET_WITH_META, "a").extras(third).value("{}"))
                .require(Wire.OK);
        ground.send(Frame.of(Frame.SET_WITH_META, "a").extras(second).value("{}"))
                .require(Wire.KEY_EEXISTS);
        ground.send(Frame.of(Frame.DEL_WITH_META, "a").extras(second)).require(Wire.KEY_EEXISTS);
        byte[] expiration = Frame.concat(fourth, Frame.u32(0x10));
        ground.send(Frame.of(Frame.DEL_WITH_META, "a").extras(expiration)).require(Wire.OK);
        ground.assertGone("a");
        Answer meta = ground.meta("a").require(Wire.OK);
        assertTrue(meta.isDeleted());
        assertEquals(4, meta.revision());
    }
}
