package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.kv.AppendOptions;
import com.couchbase.client.java.kv.DecrementOptions;
import com.couchbase.client.java.kv.IncrementOptions;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.MutateInOptions;
import com.couchbase.client.java.kv.MutateInSpec;
import com.couchbase.client.java.kv.ReplaceOptions;
import com.couchbase.client.java.kv.StoreSemantics;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The effect of an operation on the expiry of a document. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Rows("operations_on_expiry")
final class OperationsExpiryIT extends OnGround {
    private static final byte[] MORE = "more".getBytes(StandardCharsets.UTF_8);
    private static final String PATH = "n";

    private static UpsertOptions preserving() {
        return UpsertOptions.upsertOptions().preserveExpiry(true);
    }

    private static List<MutateInSpec> increment() {
        return List.of(MutateInSpec.increment(PATH, 1));
    }

    @Test
    @Row(number = 1, when = "sets, adds or replaces with an expiry", then = "that expiry")
    void writeGivesItsExpiry() {
        ground.put("a", 10);
        ground.assertLivesFor(10, "a");
        ground.put("a", 20);
        ground.assertLivesFor(20, "a");
        ground.collection()
                .replace("a", Ground.document(), ReplaceOptions.replaceOptions().expiry(Duration.ofSeconds(30)));
        ground.assertLivesFor(30, "a");
        ground.insert("b", 40);
        ground.assertLivesFor(40, "b");
    }

    @Test
    @Row(
            number = 2,
            when = "sets or replaces without an expiry",
            then = "the expiry is cleared; under a maxTTL it counts anew from now")
    void writeWithoutExpiryClears() {
        ground.put("a", 10);
        ground.put("a");
        ground.assertLivesForever("a");
        ground.put("b", 10);
        ground.collection().replace("b", Ground.document());
        ground.assertLivesForever("b");
        try (Ground limited = ground.sibling("30")) {
            limited.put("a", 10);
            limited.advance(5);
            limited.put("a");
            limited.assertLivesFor(30, "a");
        }
    }

    @Test
    @Row(number = 3, when = "mutates a part without an expiry, or with 0", then = "cleared, as by a set")
    void mutationOfPartClears() {
        ground.put("a", 10);
        ground.collection().mutateIn("a", increment());
        ground.assertLivesForever("a");
        ground.put("b", 10);
        byte[] spec =
                Frame.concat(new byte[] {(byte) 0xcf, 0, 0, 1}, Frame.u32(1), "n1".getBytes(StandardCharsets.UTF_8));
        ground.send(Frame.of(Frame.MUTATE, "b").extras(Frame.u32(0)).value(spec))
                .require(Wire.OK);
        ground.assertLivesForever("b");
    }

    @Test
    @Row(
            number = 4,
            when = "mutates a part with an expiry",
            then = "the expiry of the whole document, also of one that the mutation makes")
    void mutationOfPartGivesItsExpiry() {
        ground.put("a");
        MutateInOptions options = MutateInOptions.mutateInOptions().expiry(Duration.ofSeconds(10));
        ground.collection().mutateIn("a", increment(), options);
        ground.assertLivesFor(10, "a");
        for (StoreSemantics semantics : List.of(StoreSemantics.UPSERT, StoreSemantics.INSERT)) {
            String key = semantics.name();
            ground.collection()
                    .mutateIn(
                            key,
                            List.of(MutateInSpec.upsert(PATH, 1)),
                            MutateInOptions.mutateInOptions()
                                    .expiry(Duration.ofSeconds(20))
                                    .storeSemantics(semantics));
            ground.assertLivesFor(20, key);
        }
    }

    @Test
    @Row(number = 5, when = "looks up parts with an expiry in the extras", then = "EINVAL")
    void lookupTakesNoExpiry() {
        ground.put("a");
        byte[] spec = Frame.concat(new byte[] {(byte) 0xc5, 0, 0, 1}, PATH.getBytes(StandardCharsets.UTF_8));
        ground.send(Frame.of(Frame.LOOKUP, "a").extras(Frame.u32(10)).value(spec))
                .require(Wire.EINVAL);
        ground.send(Frame.of(Frame.LOOKUP, "a").value(spec)).require(Wire.OK);
    }

    @Test
    @Row(number = 6, when = "appends or prepends", then = "the old expiry and the old flags are kept")
    void appendKeeps() {
        byte[] extras = Frame.concat(Frame.u32(0x0200_0001), Frame.u32(10));
        ground.send(Frame.of(Frame.SET, "a").extras(extras).value("text")).require(Wire.OK);
        ground.advance(1);
        ground.collection().binary().append("a", MORE);
        ground.collection().binary().prepend("a", MORE);
        ground.collection().binary().append("a", MORE, AppendOptions.appendOptions());
        ground.assertLivesFor(9, "a");
        Answer answer = ground.send(Frame.of(Frame.GET, "a")).require(Wire.OK);
        assertEquals("moretextmoremore", answer.text());
        assertEquals(0x0200_0001, answer.extra32(0));
    }

    @Test
    @Row(
            number = 7,
            when = "increments or decrements a counter that is there",
            then = "its expiry is kept, that of the request ignored")
    void countingKeeps() {
        ground.send(Frame.set("a", 10, "5")).require(Wire.OK);
        Duration other = Duration.ofSeconds(50);
        ground.collection()
                .binary()
                .increment("a", IncrementOptions.incrementOptions().delta(2).expiry(other));
        ground.collection()
                .binary()
                .decrement("a", DecrementOptions.decrementOptions().expiry(other));
        ground.assertLivesFor(10, "a");
        ground.send(Frame.set("b", 0, "5")).require(Wire.OK);
        ground.collection()
                .binary()
                .increment("b", IncrementOptions.incrementOptions().initial(1).expiry(other));
        ground.assertLivesForever("b");
    }

    @Test
    @Row(
            number = 8,
            when = "counts with one that is not there",
            then = "made with the request's expiry and initial value, flags 0; with the expiry 0xffffffff KEY_ENOENT")
    void countingMakes() {
        Duration expiry = Duration.ofSeconds(20);
        assertEquals(
                7,
                ground.collection()
                        .binary()
                        .increment(
                                "a",
                                IncrementOptions.incrementOptions().initial(7).expiry(expiry))
                        .content());
        ground.assertLivesFor(20, "a");
        assertEquals(0, ground.send(Frame.of(Frame.GET, "a")).extra32(0));
        ground.send(Frame.count(Frame.INCREMENT, "b", 1, 1, 0xffff_ffffL)).require(Wire.KEY_ENOENT);
        ground.send(Frame.count(Frame.DECREMENT, "b", 1, 1, 0xffff_ffffL)).require(Wire.KEY_ENOENT);
    }

    @Test
    @Row(
            number = 9,
            when = "touches, or gets and touches",
            then = "sets the expiry, 0 clears it or makes it the maxTTL; CAS and revision change")
    void touchSets() {
        ground.put("a");
        for (boolean isGet : new boolean[] {false, true}) {
            Answer before = ground.meta("a");
            touch(ground, "a", isGet ? 20 : 10, isGet);
            ground.assertLivesFor(isGet ? 20 : 10, "a");
            Answer after = ground.meta("a");
            assertNotEquals(before.cas(), after.cas());
            assertEquals(before.revision() + 1, after.revision());
            touch(ground, "a", 0, isGet);
            ground.assertLivesForever("a");
        }
        try (Ground limited = ground.sibling("30")) {
            limited.put("a", 10);
            touch(limited, "a", 0, false);
            limited.assertLivesFor(30, "a");
            touch(limited, "a", 100, true);
            limited.assertLivesFor(30, "a");
        }
    }

    private static void touch(Ground ground, String key, long seconds, boolean isGet) {
        if (isGet) {
            ground.collection().getAndTouch(key, Duration.ofSeconds(seconds));
        } else {
            ground.collection().touch(key, Duration.ofSeconds(seconds));
        }
    }

    @Test
    @Row(
            number = 10,
            when = "touches with the expiry that is already kept",
            then = "nothing is written: CAS and revision stay")
    void touchWithTheSameWritesNothing() {
        ground.put("a", 10);
        Answer before = ground.meta("a");
        ground.collection().touch("a", Duration.ofSeconds(10));
        ground.collection().getAndTouch("a", Duration.ofSeconds(10));
        Answer after = ground.meta("a");
        assertEquals(before.cas(), after.cas());
        assertEquals(before.revision(), after.revision());
    }

    @Test
    @Row(number = 11, when = "touches a locked document", then = "refused as locked")
    void touchOfLockedIsRefused() {
        ground.put("a", 10);
        ground.collection().getAndLock("a", Duration.ofSeconds(15));
        ground.send(Frame.touch(Frame.TOUCH, "a", 20)).require(Wire.LOCKED);
        ground.send(Frame.touch(Frame.GAT, "a", 20)).require(Wire.LOCKED);
    }

    @Test
    @Row(
            number = 12,
            when = "gets, asks whether it exists, looks up, locks or unlocks",
            then = "no effect: reading does not lengthen a life")
    void readingHasNoEffect() {
        ground.put("a", 10);
        Answer before = ground.meta("a");
        ground.advance(4);
        ground.collection().get("a");
        ground.collection().exists("a");
        ground.collection().lookupIn("a", List.of(LookupInSpec.get(PATH)));
        long cas = ground.collection().getAndLock("a", Duration.ofSeconds(5)).cas();
        ground.collection().unlock("a", cas);
        ground.assertLivesFor(6, "a");
        assertEquals(before.revision(), ground.meta("a").revision());
    }

    @Test
    @Row(
            number = 13,
            when = "asks to preserve the expiry of a document that is there",
            then = "it is kept, one that is given too is ignored; of a missing or expired one the given one is used")
    void preservingKeeps() {
        ground.put("a", 10);
        ground.collection().upsert("a", Ground.document(), preserving());
        ground.assertLivesFor(10, "a");
        ground.collection()
                .replace("a", Ground.document(), ReplaceOptions.replaceOptions().preserveExpiry(true));
        ground.assertLivesFor(10, "a");
        ground.collection()
                .mutateIn("a", increment(), MutateInOptions.mutateInOptions().preserveExpiry(true));
        ground.assertLivesFor(10, "a");
        ground.send(Frame.set("a", 50, "1").framing(Frame.PRESERVE_TTL)).require(Wire.OK);
        ground.assertLivesFor(10, "a");
        ground.send(Frame.set("fresh", 50, "1").framing(Frame.PRESERVE_TTL)).require(Wire.OK);
        ground.assertLivesFor(50, "fresh");
        ground.put("forever");
        ground.send(Frame.set("forever", 50, "1").framing(Frame.PRESERVE_TTL)).require(Wire.OK);
        ground.assertLivesForever("forever");
        ground.advance(11);
        ground.send(Frame.set("a", 30, "1").framing(Frame.PRESERVE_TTL)).require(Wire.OK);
        ground.assertLivesFor(30, "a");
    }

    @Test
    @Row(
            number = 14,
            when = "sends Preserve TTL with other operations",
            then = "taken by set, replace, counters, append, prepend and mutations of parts; add, touch and get and"
                    + " touch answer 0x83; a length other than 0 EINVAL")
    void preservingIsForSomeOperations() {
        ground.send(Frame.set("a", 10, "1")).require(Wire.OK);
        ground.send(Frame.store(Frame.REPLACE, "a", 0, "2").framing(Frame.PRESERVE_TTL))
                .require(Wire.OK);
        ground.send(Frame.count(Frame.INCREMENT, "a", 1, 1, 0).framing(Frame.PRESERVE_TTL))
                .require(Wire.OK);
        ground.send(Frame.count(Frame.DECREMENT, "a", 1, 1, 0).framing(Frame.PRESERVE_TTL))
                .require(Wire.OK);
        ground.send(Frame.of(Frame.APPEND, "a").value("0").framing(Frame.PRESERVE_TTL))
                .require(Wire.OK);
        ground.send(Frame.of(Frame.PREPEND, "a").value("1").framing(Frame.PRESERVE_TTL))
                .require(Wire.OK);
        ground.assertLivesFor(10, "a");
        ground.send(Frame.store(Frame.ADD, "b", 0, "2").framing(Frame.PRESERVE_TTL))
                .require(Wire.NOT_SUPPORTED);
        ground.send(Frame.touch(Frame.TOUCH, "a", 0).framing(Frame.PRESERVE_TTL))
                .require(Wire.NOT_SUPPORTED);
        ground.send(Frame.touch(Frame.GAT, "a", 0).framing(Frame.PRESERVE_TTL)).require(Wire.NOT_SUPPORTED);
        ground.send(Frame.set("a", 0, "1").framing(new byte[] {0x51, 1})).require(Wire.EINVAL);
    }

    @Test
    @Row(
            number = 15,
            when = "preserves after maxTTL was set, of a document without an expiry",
            then = "a set leaves it without; a mutation of a part gives it the maxTTL, since there the limit comes"
                    + " last")
    void preservingAfterMaxTtlWasSet() {
        try (Ground own = ground.bucket(0)) {
            own.put("set");
            own.put("part");
            own.setBucketMaxTtl(30);
            own.collection().upsert("set", Ground.document(), preserving());
            own.assertLivesForever("set");
            own.collection()
                    .mutateIn(
                            "part",
                            increment(),
                            MutateInOptions.mutateInOptions().preserveExpiry(true));
            own.assertLivesFor(30, "part");
        }
    }

    @Test
    @Row(number = 16, when = "deletes and inserts again", then = "nothing of the old expiry")
    void deletedExpiryIsForgotten() {
        ground.put("a", 10);
        ground.collection().remove("a");
        ground.collection().insert("a", Ground.document());
        ground.assertLivesForever("a");
    }

    @Test
    @Row(number = 17, when = "writes durably with an expiry", then = "it is applied when the write is done")
    void durableWriteHasItsExpiry() {
        ground.collection().upsert("a", Ground.document(), Ground.expiry(10).durability(DurabilityLevel.MAJORITY));
        ground.assertDiesAfter(10, "a");
        try (Ground limited = ground.sibling("30")) {
            limited.collection()
                    .upsert(
                            "b",
                            Ground.document(),
                            UpsertOptions.upsertOptions().durability(DurabilityLevel.PERSIST_TO_MAJORITY));
            limited.assertLivesFor(30, "b");
        }
    }

    @Test
    @Row(
            number = 18,
            when = "lets a document expire in a bucket that asks for durability",
            then = "it expires as any other; nothing waits for it")
    void expirationIsNotDurable() {
        try (Ground own = ground.bucket("replicaNumber", "0", "durabilityMinLevel", "majority")) {
            own.put("a", 10);
            own.assertDiesAfter(10, "a");
            assertFalse(own.isThere("a"));
        }
    }
}
