package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.CasMismatchException;
import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.DocumentExistsException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.error.DocumentNotLockedException;
import com.couchbase.client.core.error.DurabilityImpossibleException;
import com.couchbase.client.core.error.TimeoutException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.core.msg.kv.MutationToken;
import com.couchbase.client.java.BinaryCollection;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawBinaryTranscoder;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.codec.RawStringTranscoder;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.DecrementOptions;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.GetResult;
import com.couchbase.client.java.kv.IncrementOptions;
import com.couchbase.client.java.kv.InsertOptions;
import com.couchbase.client.java.kv.MutationResult;
import com.couchbase.client.java.kv.PersistTo;
import com.couchbase.client.java.kv.RemoveOptions;
import com.couchbase.client.java.kv.ReplaceOptions;
import com.couchbase.client.java.kv.ReplicateTo;
import com.couchbase.client.java.kv.UnlockOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every operation on a document that the SDK for Java has, with its options. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class KeyValueIT extends OnGround {
    private static final Duration SHORT = Duration.ofSeconds(10);

    private Collection documents;
    private BinaryCollection binary;

    @BeforeEach
    void prepare() {
        documents = ground.collection();
        binary = documents.binary();
    }

    @Test
    void documentIsWrittenReadReplacedAndRemoved() {
        MutationResult inserted = documents.insert("a", JsonObject.create().put("n", 1));
        assertThrows(DocumentExistsException.class, () -> documents.insert("a", 2));
        GetResult read = documents.get("a");
        assertEquals(inserted.cas(), read.cas());
        assertEquals(1, read.contentAsObject().getInt("n"));
        assertTrue(documents.exists("a").exists());
        assertEquals(read.cas(), documents.exists("a").cas());
        MutationResult replaced = documents.replace("a", JsonObject.create().put("n", 2));
        assertNotEquals(inserted.cas(), replaced.cas());
        documents.upsert("a", JsonObject.create().put("n", 3));
        assertEquals(3, documents.get("a").contentAsObject().getInt("n"));
        documents.remove("a");
        assertThrows(DocumentNotFoundException.class, () -> documents.remove("a"));
        assertThrows(DocumentNotFoundException.class, () -> documents.get("a"));
        assertThrows(DocumentNotFoundException.class, () -> documents.replace("a", 1));
        assertFalse(documents.exists("a").exists());
        assertEquals(null, documents.getOrNull("a"));
    }

    @Test
    void casGuardsEveryWrite() {
        long first = documents.upsert("a", 1).cas();
        long second = documents
                .replace("a", 2, ReplaceOptions.replaceOptions().cas(first))
                .cas();
        assertThrows(
                CasMismatchException.class,
                () -> documents.replace("a", 3, ReplaceOptions.replaceOptions().cas(first)));
        assertThrows(
                CasMismatchException.class,
                () -> documents.remove("a", RemoveOptions.removeOptions().cas(first)));
        documents.remove("a", RemoveOptions.removeOptions().cas(second));
    }

    @Test
    void everyKindOfValueComesBack() {
        byte[] bytes = new byte[300];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) at;
        }
        documents.upsert("binary", bytes, UpsertOptions.upsertOptions().transcoder(RawBinaryTranscoder.INSTANCE));
        assertArrayEquals(
                bytes,
                documents
                        .get("binary", GetOptions.getOptions().transcoder(RawBinaryTranscoder.INSTANCE))
                        .contentAsBytes());
        documents.upsert("text", "äöü", UpsertOptions.upsertOptions().transcoder(RawStringTranscoder.INSTANCE));
        assertEquals(
                "äöü",
                documents
                        .get("text", GetOptions.getOptions().transcoder(RawStringTranscoder.INSTANCE))
                        .contentAs(String.class));
        documents.upsert("json", "[1,2]", UpsertOptions.upsertOptions().transcoder(RawJsonTranscoder.INSTANCE));
        assertEquals(2, documents.get("json").contentAsArray().getInt(1));
        // Long and repetitive, so that the SDK compresses it.
        String repeated = "mayfly ".repeat(10_000);
        documents.upsert("long", JsonObject.create().put("text", repeated));
        assertEquals(repeated, documents.get("long").contentAsObject().getString("text"));
    }

    @Test
    void tooLongValuesAndKeysAreRefused() {
        assertThrows(
                ValueTooLargeException.class,
                () -> documents.upsert(
                        "a",
                        new byte[21 << 20],
                        UpsertOptions.upsertOptions()
                                .transcoder(RawBinaryTranscoder.INSTANCE)
                                .timeout(Duration.ofSeconds(30))));
        documents.upsert("k".repeat(246), 1);
        documents.remove("k".repeat(246));
        ground.send(Frame.set("k".repeat(251), 0, "1")).require(Wire.EINVAL);
        ground.send(Frame.set("k".repeat(250), 0, "1")).require(Wire.OK);
    }

    @Test
    void expiryIsReadWithTheDocumentAndItsParts() {
        Instant until = ground.instant().plus(Duration.ofDays(60));
        documents.insert("a", Ground.document(), InsertOptions.insertOptions().expiry(until));
        GetResult whole = documents.get("a", GetOptions.getOptions().withExpiry(true));
        assertEquals(until, whole.expiryTime().orElseThrow());
        assertEquals(Ground.document(), whole.contentAsObject());
        GetResult part =
                documents.get("a", GetOptions.getOptions().withExpiry(true).project("n", "list[1]"));
        assertEquals(until, part.expiryTime().orElseThrow());
        assertEquals(1, part.contentAsObject().getInt("n"));
        documents.upsert(
                "raw",
                new byte[] {1, 2},
                UpsertOptions.upsertOptions()
                        .transcoder(RawBinaryTranscoder.INSTANCE)
                        .expiry(until));
        GetResult raw =
                documents.get("raw", GetOptions.getOptions().withExpiry(true).transcoder(RawBinaryTranscoder.INSTANCE));
        assertEquals(until, raw.expiryTime().orElseThrow());
        assertArrayEquals(new byte[] {1, 2}, raw.contentAsBytes());
    }

    @Test
    void projectionOfManyPathsReadsThemAll() {
        JsonObject wide = JsonObject.create();
        String[] paths = new String[16];
        for (int at = 0; at < paths.length; at++) {
            paths[at] = "f" + at;
            wide.put(paths[at], at);
        }
        documents.upsert("a", wide);
        assertEquals(
                wide,
                documents
                        .get("a", GetOptions.getOptions().project(List.of(paths)))
                        .contentAsObject());
    }

    @Test
    void countersCount() {
        assertEquals(
                5,
                binary.increment("c", IncrementOptions.incrementOptions().initial(5))
                        .content());
        assertEquals(
                15,
                binary.increment("c", IncrementOptions.incrementOptions().delta(10))
                        .content());
        assertEquals(14, binary.decrement("c").content());
        assertEquals(
                0,
                binary.decrement("c", DecrementOptions.decrementOptions().delta(100))
                        .content());
        assertEquals(0, documents.get("c").contentAs(Integer.class));
        assertThrows(DocumentNotFoundException.class, () -> binary.increment("missing"));
        assertThrows(DocumentNotFoundException.class, () -> binary.decrement("missing"));
        documents.upsert("text", "x");
        assertThrows(CouchbaseException.class, () -> binary.increment("text"));
    }

    @Test
    void appendAndPrependChangeBytes() {
        byte[] middle = {2};
        documents.upsert("a", middle, UpsertOptions.upsertOptions().transcoder(RawBinaryTranscoder.INSTANCE));
        binary.append("a", new byte[] {3});
        binary.prepend("a", new byte[] {1});
        assertArrayEquals(
                new byte[] {1, 2, 3},
                documents
                        .get("a", GetOptions.getOptions().transcoder(RawBinaryTranscoder.INSTANCE))
                        .contentAsBytes());
        assertThrows(DocumentNotFoundException.class, () -> binary.append("missing", middle));
    }

    @Test
    void lockKeepsOthersOutUntilItIsLifted() {
        documents.upsert("a", 1);
        GetResult locked = documents.getAndLock("a", Duration.ofSeconds(30));
        UpsertOptions impatient = UpsertOptions.upsertOptions().timeout(Duration.ofMillis(200));
        assertThrows(TimeoutException.class, () -> documents.upsert("a", 2, impatient));
        ground.send(Frame.of(Frame.GETL, "a").extras(Frame.u32(5))).require(Wire.LOCKED);
        assertEquals(-1, ground.send(Frame.of(Frame.GET, "a")).require(Wire.OK).cas());
        assertThrows(
                CasMismatchException.class,
                () -> documents.unlock(
                        "a", locked.cas() + 1, UnlockOptions.unlockOptions().timeout(Duration.ofSeconds(30))));
        documents.unlock("a", locked.cas());
        assertThrows(DocumentNotLockedException.class, () -> documents.unlock("a", locked.cas()));
        GetResult again = documents.getAndLock("a", Duration.ofSeconds(30));
        documents.replace("a", 3, ReplaceOptions.replaceOptions().cas(again.cas()));
        documents.upsert("a", 4);
    }

    @Test
    void durableWritesOfEveryLevelSucceedOnOneNode() {
        for (DurabilityLevel level : DurabilityLevel.values()) {
            String key = level.name();
            documents.upsert(key, 1, UpsertOptions.upsertOptions().durability(level));
            documents.replace(key, 2, ReplaceOptions.replaceOptions().durability(level));
            documents.remove(key, RemoveOptions.removeOptions().durability(level));
            documents.insert(key, 3, InsertOptions.insertOptions().durability(level));
            binary.increment(
                    key + "counter",
                    IncrementOptions.incrementOptions().initial(1).durability(level));
        }
    }

    @Test
    void impossibleDurabilityIsRefused() {
        try (Ground replicated = ground.bucket("replicaNumber", "1")) {
            assertThrows(
                    DurabilityImpossibleException.class,
                    () -> replicated
                            .collection()
                            .upsert("a", 1, UpsertOptions.upsertOptions().durability(DurabilityLevel.MAJORITY)));
        }
    }

    @Test
    void observedPersistenceIsThere() {
        documents.upsert("a", 1, UpsertOptions.upsertOptions().durability(PersistTo.ACTIVE, ReplicateTo.NONE));
        documents.remove("a", RemoveOptions.removeOptions().durability(PersistTo.ACTIVE, ReplicateTo.NONE));
    }

    @Test
    void everyMutationHasAToken() {
        MutationToken first = documents.upsert("a", 1).mutationToken().orElseThrow();
        MutationToken second = documents.upsert("a", 2).mutationToken().orElseThrow();
        assertEquals(first.partitionID(), second.partitionID());
        assertEquals(first.partitionUUID(), second.partitionUUID());
        assertTrue(second.sequenceNumber() > first.sequenceNumber());
        assertTrue(documents.remove("a").mutationToken().isPresent());
    }

    @Test
    void touchesAndGetsByDurationAndInstant() {
        documents.upsert("a", 1);
        documents.touch("a", SHORT);
        ground.assertLivesFor(10, "a");
        documents.touch("a", ground.instant().plusSeconds(40));
        ground.assertLivesFor(40, "a");
        assertEquals(1, documents.getAndTouch("a", Duration.ofSeconds(50)).contentAs(Integer.class));
        ground.assertLivesFor(50, "a");
        documents.getAndTouch("a", ground.instant().plusSeconds(60));
        ground.assertLivesFor(60, "a");
        assertThrows(DocumentNotFoundException.class, () -> documents.touch("missing", SHORT));
        assertThrows(DocumentNotFoundException.class, () -> documents.getAndTouch("missing", SHORT));
    }

    @Test
    void touchesThatArriveTogetherAreAnsweredInTheirOrder() {
        documents.upsert("a", 1);
        documents.upsert("b", 2);
        List<Wire.Answer> answers = ground.send(List.of(
                Frame.touch(Frame.GAT, "a", 20),
                Frame.touch(Frame.GAT, "missing", 20),
                Frame.touch(Frame.TOUCH, "b", 30),
                Frame.touch(Frame.TOUCH, "a", 40),
                Frame.touch(Frame.GAT, "a", 50),
                Frame.touch(Frame.GAT, "a", 50)));
        assertEquals(
                List.of(Wire.OK, Wire.KEY_ENOENT, Wire.OK, Wire.OK, Wire.OK, Wire.OK),
                answers.stream().map(Wire.Answer::status).toList());
        assertEquals("1", answers.getFirst().text());
        assertTrue(answers.get(3).cas() > answers.getFirst().cas());
        assertEquals(answers.get(4).cas(), answers.get(5).cas(), "the same expiry changes nothing");
        ground.assertLivesFor(50, "a");
        ground.assertLivesFor(30, "b");
    }

    @Test
    void theOnlyReplicaIsTheDocumentItself() {
        documents.upsert("a", 1);
        assertFalse(documents.getAnyReplica("a").isReplica());
        assertEquals(1, documents.getAllReplicas("a").count());
    }

    @Test
    void structuresOfTheSdkWork() {
        List<String> list = documents.list("list", String.class);
        list.add("x");
        list.add("y");
        assertEquals(List.of("x", "y"), List.copyOf(list));
        var map = documents.map("map", Integer.class);
        map.put("one", 1);
        assertEquals(1, map.get("one"));
        var set = documents.set("set", String.class);
        assertTrue(set.add("x"));
        assertFalse(set.add("x"));
        var queue = documents.queue("queue", String.class);
        queue.add("first");
        queue.add("second");
        assertEquals("first", queue.poll());
    }
}
