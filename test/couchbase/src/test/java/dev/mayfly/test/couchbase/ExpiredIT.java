package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.kv.LookupInOptions;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.MutateInOptions;
import com.couchbase.client.java.kv.MutateInSpec;
import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The answers about a document past its expiry, whether or not it is purged. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Rows("expired")
final class ExpiredIT extends OnGround {
    private static final byte[] GET_N = Frame.concat(new byte[] {(byte) 0xc5, 0, 0, 1}, "n".getBytes(UTF_8));
    private static final byte[] UPSERT_N =
            Frame.concat(new byte[] {(byte) 0xc8, 0, 0, 1}, Frame.u32(1), "n1".getBytes(UTF_8));

    private long cas;

    @BeforeEach
    void prepare() {
        ground.put("a", 10);
        cas = ground.meta("a").cas();
        ground.advance(11);
    }

    @Test
    @Row(
            number = 1,
            when = "gets, touches, locks, unlocks, replaces, deletes, looks up, mutates a part, or counts without"
                    + " initial",
            then = "KEY_ENOENT")
    void mostOperationsFindNothing() {
        ground.send(Frame.of(Frame.GET, "a")).require(Wire.KEY_ENOENT);
        ground.send(Frame.touch(Frame.GAT, "a", 10)).require(Wire.KEY_ENOENT);
        ground.send(Frame.touch(Frame.TOUCH, "a", 10)).require(Wire.KEY_ENOENT);
        ground.send(Frame.of(Frame.GETL, "a").extras(Frame.u32(5))).require(Wire.KEY_ENOENT);
        ground.send(Frame.of(Frame.UNLOCK, "a").cas(cas)).require(Wire.KEY_ENOENT);
        ground.send(Frame.store(Frame.REPLACE, "a", 0, "1")).require(Wire.KEY_ENOENT);
        ground.send(Frame.of(Frame.DELETE, "a")).require(Wire.KEY_ENOENT);
        ground.send(Frame.of(Frame.LOOKUP, "a").value(GET_N)).require(Wire.KEY_ENOENT);
        ground.send(Frame.of(Frame.MUTATE, "a").value(UPSERT_N)).require(Wire.KEY_ENOENT);
        ground.send(Frame.count(Frame.INCREMENT, "a", 1, 1, 0xffff_ffffL)).require(Wire.KEY_ENOENT);
        assertThrows(DocumentNotFoundException.class, () -> ground.collection().get("a"));
        assertThrows(
                DocumentNotFoundException.class, () -> ground.collection().getAndTouch("a", Duration.ofSeconds(10)));
        assertThrows(DocumentNotFoundException.class, () -> ground.collection().replace("a", 1));
        assertThrows(DocumentNotFoundException.class, () -> ground.collection().remove("a"));
        assertThrows(
                DocumentNotFoundException.class,
                () -> ground.collection().lookupIn("a", List.of(LookupInSpec.get("n"))));
        assertThrows(
                DocumentNotFoundException.class,
                () -> ground.collection().mutateIn("a", List.of(MutateInSpec.upsert("n", 1))));
    }

    @Test
    @Row(number = 2, when = "appends or prepends", then = "NOT_STORED, which the SDK tells as not found")
    void appendingIsNotStored() {
        ground.send(Frame.of(Frame.APPEND, "a").value("x")).require(Wire.NOT_STORED);
        ground.send(Frame.of(Frame.PREPEND, "a").value("x")).require(Wire.NOT_STORED);
        assertThrows(
                DocumentNotFoundException.class,
                () -> ground.collection().binary().append("a", new byte[] {1}));
    }

    @Test
    @Row(number = 3, when = "adds", then = "succeeds as for a new key")
    void addSucceeds() {
        ground.insert("a", 20);
        ground.assertLivesFor(20, "a");
    }

    @Test
    @Row(number = 4, when = "counts with an initial value", then = "succeeds as for a new key")
    void countingSucceeds() {
        Answer counted =
                ground.send(Frame.count(Frame.INCREMENT, "a", 1, 42, 20)).require(Wire.OK);
        assertEquals(42, counted.number());
        ground.assertLivesFor(20, "a");
    }

    @Test
    @Row(number = 5, when = "mutates a part and may make the document", then = "succeeds; nothing of the old is in it")
    void mutationThatMakesSucceeds() {
        byte[] mayMake = {1};
        ground.send(Frame.of(Frame.MUTATE, "a").extras(mayMake).value(UPSERT_N)).require(Wire.OK);
        assertEquals("{\"n\":1}", ground.send(Frame.of(Frame.GET, "a")).text());
        ground.assertLivesForever("a");
    }

    @Test
    @Row(number = 6, when = "sets with a CAS", then = "KEY_ENOENT")
    void setWithCasIsDenied() {
        ground.send(Frame.set("a", 0, "1").cas(cas)).require(Wire.KEY_ENOENT);
    }

    @Test
    @Row(number = 7, when = "sets without a CAS, even one that was locked", then = "succeeds, and the lock is gone")
    void setDropsTheLock() {
        ground.put("b", 2);
        ground.collection().getAndLock("b", Duration.ofSeconds(30));
        ground.send(Frame.set("b", 0, "1")).require(Wire.LOCKED);
        ground.advance(3);
        ground.send(Frame.set("b", 0, "1")).require(Wire.OK);
        ground.send(Frame.set("b", 0, "2")).require(Wire.OK);
    }

    @Test
    @Row(number = 8, when = "asks for its metadata", then = "deleted is 1, or KEY_ENOENT; it does not exist")
    void metadataSayDeleted() {
        Answer meta = ground.meta("a");
        assertTrue(meta.status() == Wire.KEY_ENOENT || meta.isDeleted(), meta::toString);
        assertFalse(ground.collection().exists("a").exists());
        ground.send(Frame.of(Frame.GET, "a")).require(Wire.KEY_ENOENT);
        Answer after = ground.meta("a").require(Wire.OK);
        assertTrue(after.isDeleted());
    }

    @Test
    @Row(
            number = 9,
            when = "looks at what is left of it, as deleted documents are looked at",
            then = "body and user xattrs are gone, system xattrs are there")
    void systemAttributesStay() {
        List<MutateInSpec> both = List.of(
                MutateInSpec.upsert("_sys", "kept").xattr(),
                MutateInSpec.upsert("user", "gone").xattr());
        ground.put("b", 10);
        ground.collection()
                .mutateIn("b", both, MutateInOptions.mutateInOptions().preserveExpiry(true));
        ground.assertLivesFor(10, "b");
        ground.advance(11);
        ground.assertGone("b");
        var found = ground.collection()
                .lookupIn(
                        "b",
                        List.of(
                                LookupInSpec.get("_sys").xattr(),
                                LookupInSpec.get("user").xattr()),
                        LookupInOptions.lookupInOptions().accessDeleted(true));
        assertEquals("kept", found.contentAs(0, String.class));
        assertFalse(found.exists(1));
    }

    @Test
    @Row(
            number = 10,
            when = "looks at the count of items",
            then = "it is not counted, though that may lag 10 s",
            unlike = "counts it until it is purged or accessed; here expiry is exact")
    void itemsAreNotCounted() {
        try (Ground own = ground.bucket(0)) {
            own.put("lives");
            own.put("dies", 5);
            own.advance(15);
            assertEquals(1, itemCount(own));
        }
    }

    static int itemCount(Ground ground) {
        return ground.rest()
                .get(ground.path())
                .require(200)
                .json()
                .getObject("basicStats")
                .getInt("itemCount");
    }
}
