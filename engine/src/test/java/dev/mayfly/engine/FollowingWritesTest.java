package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes of one engine that find, at the store, that another engine has written the shard since they were begun. */
final class FollowingWritesTest {
    private static final int ID = 1_000;

    /** More calls than a sweep takes until its first batch is refused. */
    private static final int CALLS_MAX = 100;

    private final SharedMemoryStore store = new SharedMemoryStore();
    private final SharedEngine one = open(0);
    private final SharedEngine other = open(3_000);

    /** How often the write of {@link #ID} was decided. */
    private int decided;

    FollowingWritesTest() {
        one.create();
        for (int id = 0; id < 2 * TestShards.NUMBER; id++) {
            one.put(id, Lifetime.FOREVER);
        }
    }

    private SharedEngine open(long clockOffset) {
        return new SharedEngine(store, new SplittableRandom(1), 0, clockOffset, SharedEngine.KEEPING_DOCUMENTS);
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
        store.close();
    }

    /** Writes one document of the first engine, and has something happen before its first batch is sent. */
    private void write(Lifetime lifetime, Runnable meanwhile) {
        boolean[] hasHappened = {false};
        one.collection().write(EngineFixture.key(ID), Durability.LOGGED, (_, _) -> {
            decided++;
            if (!hasHappened[0]) {
                hasHappened[0] = true;
                meanwhile.run();
            }
            return EngineFixture.body(new BsonDocument("n", new BsonInt32(decided)), lifetime);
        });
    }

    private void everyShardIsWrittenElsewhere() {
        for (int id = 0; id < 8 * TestShards.NUMBER; id++) {
            other.put(id, Lifetime.FOREVER);
        }
    }

    private void putShortLived(int many) {
        for (int id = 0; id < many; id++) {
            one.put(ID + id, new Lifetime.Until(EngineFixture.START + 2_000));
        }
    }

    /** The sweeper wakes by itself as its clock goes on, and once more. */
    private void sweepAfter(Duration time) {
        one.clock.advance(time);
        one.engine.sweeper().sweepNow();
    }

    private void nothingIsAmiss(long documents) {
        for (SharedEngine each : List.of(one, other)) {
            assertEquals(documents, each.collection().count(each.collection().reading()));
            CheckReport report = EngineCheck.check(each.engine);
            assertEquals(List.of(), report.findings());
        }
    }

    @Test
    void whatExpectsNothingOfTheOthersIsDecidedOnce() {
        write(Lifetime.FOREVER, this::everyShardIsWrittenElsewhere);
        assertEquals(1, decided);
        assertTrue(other.isFound(ID));
        nothingIsAmiss(8L * TestShards.NUMBER + 1);
    }

    @Test
    void whatMeetsAnotherIsDecidedAgain() {
        write(Lifetime.FOREVER, () -> other.put(ID, Lifetime.FOREVER));
        assertEquals(2, decided);
        assertEquals(2, other.counter(ID));
        nothingIsAmiss(2L * TestShards.NUMBER + 1);
    }

    /** Each call of the store is a round trip: the look at the catalog, the read, the batch that is refused, and the next. */
    @Test
    void aRefusalBringsTheState() {
        int[] calls = {0};
        one.store.setPause(() -> calls[0]++);
        write(Lifetime.FOREVER, this::everyShardIsWrittenElsewhere);
        one.store.setPause(() -> {});
        assertEquals(1, decided);
        assertEquals(4, calls[0]);
        nothingIsAmiss(8L * TestShards.NUMBER + 1);
    }

    @Test
    void theReadOfTheDocumentBringsTheState() {
        everyShardIsWrittenElsewhere();
        int[] calls = {0};
        one.store.setPause(() -> calls[0]++);
        one.put(ID, Lifetime.FOREVER);
        one.store.setPause(() -> {});
        assertEquals(3, calls[0]);
        nothingIsAmiss(8L * TestShards.NUMBER + 1);
    }

    /** A batch that depends on no turn leaves no state beside the one that it makes. */
    @Test
    void theStateIsReadWhereNoneWasLeft() {
        everyShardIsWrittenElsewhere();
        for (CollectionCommitter shard : other.collection().parts().shards().all()) {
            shard.write(CommitRetry.batch());
        }
        write(Lifetime.FOREVER, () -> {});
        assertEquals(1, decided);
        other.put(ID + 1, Lifetime.FOREVER);
        nothingIsAmiss(8L * TestShards.NUMBER + 2);
    }

    /** What the log of events keeps are the documents themselves, of which each read may take milliseconds. */
    @Test
    void aSweepReadsTheDocumentsOfManyEntriesTogether() {
        int many = 200 * TestShards.NUMBER;
        putShortLived(many);
        int[] calls = {0};
        one.store.setPause(() -> calls[0]++);
        sweepAfter(Duration.ofSeconds(5));
        one.store.setPause(() -> {});
        assertTrue(calls[0] < many / 2, calls[0] + " calls of the store for " + many + " documents");
        nothingIsAmiss(2L * TestShards.NUMBER);
    }

    /** Nobody can have written a document since it was read if the batch stands on the turn that was made before. */
    @Test
    void aSweepBehindItsOwnBatchHasNoDocumentCompared() {
        int many = 200 * TestShards.NUMBER;
        putShortLived(many);
        long before = one.store.compared();
        sweepAfter(Duration.ofSeconds(5));
        assertEquals(0, one.store.compared() - before);
        nothingIsAmiss(2L * TestShards.NUMBER);
    }

    /** The other engine has written last: what is read behind its batch may not yet be all of it. */
    @Test
    void aSweepBehindTheBatchOfAnotherHasEachDocumentCompared() {
        int many = 8 * TestShards.NUMBER;
        putShortLived(many);
        long before = one.store.compared();
        int[] calls = {0};
        one.store.setPause(() -> {
            // Bounded, or a sweep that never sends any would be refused for ever.
            if (one.store.compared() == before && calls[0]++ < CALLS_MAX) {
                everyShardIsWrittenElsewhere();
            }
        });
        sweepAfter(Duration.ofSeconds(5));
        one.store.setPause(() -> {});
        assertTrue(one.store.compared() - before >= many, one.store.compared() - before + " compared");
        nothingIsAmiss(8L * TestShards.NUMBER);
    }

    @Test
    void aDocumentThatIsRenewedWhileItIsSweptStays() {
        renewBeforeEachCall(other);
    }

    /** Its own batch makes a turn on which the batch of the sweep then stands. */
    @Test
    void aDocumentThatItsOwnEngineRenewsWhileItIsSweptStays() {
        renewBeforeEachCall(one);
    }

    /** The draft of the sweep then has another turn than its batch, though no other engine has written. */
    @Test
    void aDocumentThatItsOwnEngineRenewsBehindTheReadStays() {
        one.put(ID, new Lifetime.Until(EngineFixture.START + 2_000));
        boolean[] isRenewed = {false};
        one.store.setPauseBehindReads(() -> {
            if (!isRenewed[0] && !isWriting() && one.clock.wallMillis() >= EngineFixture.START + 2_000) {
                isRenewed[0] = true;
                one.put(ID, Lifetime.FOREVER);
            }
        });
        sweepAfter(Duration.ofSeconds(5));
        one.store.setPauseBehindReads(() -> {});
        assertTrue(isRenewed[0]);
        assertTrue(other.isFound(ID));
        nothingIsAmiss(2L * TestShards.NUMBER + 1);
    }

    /** Has an engine make a document live for ever before the first call of a sweep, another before the second, and so on. */
    private void renewBeforeEachCall(SharedEngine writer) {
        int renewed = 0;
        boolean isOver = false;
        for (int call = 1; !isOver; call++) {
            int id = ID + call;
            one.put(id, new Lifetime.Until(one.clock.wallMillis() + 1_500));
            int at = call;
            int[] calls = {0};
            boolean[] isRenewed = {false};
            one.store.setPause(() -> {
                calls[0]++;
                if (calls[0] == at && (writer.equals(other) || !isWriting())) {
                    isRenewed[0] = true;
                    writer.put(id, Lifetime.FOREVER);
                }
            });
            sweepAfter(Duration.ofSeconds(5));
            one.store.setPause(() -> {});
            isOver = calls[0] < call;
            renewed += isRenewed[0] ? 1 : 0;
            assertEquals(isRenewed[0], other.isFound(id), "renewed before call " + call + " of " + calls[0]);
        }
        assertTrue(renewed > 3, renewed + " calls");
        nothingIsAmiss(2L * TestShards.NUMBER + renewed);
    }

    /** Returns true within a batch of the first engine, whose thread can then write no other. */
    private boolean isWriting() {
        return one.collection().parts().shards().all().stream().anyMatch(CollectionCommitter::isLatched);
    }

    @Test
    void whatTakesThePlaceOfAHiddenDocumentFollows() {
        one.put(ID, new Lifetime.Until(EngineFixture.START + 2_000));
        one.clock.advance(Duration.ofSeconds(3));
        write(Lifetime.FOREVER, this::everyShardIsWrittenElsewhere);
        assertEquals(1, decided);
        assertTrue(other.isFound(ID));
        nothingIsAmiss(8L * TestShards.NUMBER + 1);
    }

    /** The other engine, whose clock is ahead, announces that a document has died that is live by this one's clock. */
    @Test
    void aDocumentThatWasAnnouncedElsewhereIsBroughtBackByItsWriter() {
        one.collection()
                .definition()
                .changePolicy(
                        policy -> policy.withRules(List.of(new Rule.Absolute())).withGrace(60_000));
        one.put(ID, new Lifetime.Until(EngineFixture.START + 2_000));
        write(Lifetime.FOREVER, () -> {
            assertFalse(other.isFound(ID));
            other.engine.sweeper().sweepNow();
        });
        assertEquals(2, decided);
        assertTrue(other.isFound(ID));
        nothingIsAmiss(2L * TestShards.NUMBER + 1);
    }
}
