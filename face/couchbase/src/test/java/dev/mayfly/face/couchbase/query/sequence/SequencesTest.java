package dev.mayfly.face.couchbase.query.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sequences through a restart, a flush and many readers at a time. */
final class SequencesTest {
    private static final SequenceName NAME = new SequenceName("default", "_default", "s");

    private final BucketsFixture buckets = new BucketsFixture();
    private Sequences sequences = sequences();

    private Sequences sequences() {
        return sequences(buckets);
    }

    private static Sequences sequences(BucketsFixture of) {
        return new Sequences(new Documents(new CasClock(of.engine().clock()), of.clock()), of.buckets());
    }

    @AfterEach
    void close() {
        buckets.close();
    }

    private static N1qlObject options(String json) {
        return (N1qlObject) N1qlValues.parse(json);
    }

    private void restart() {
        buckets.restart();
        sequences = sequences();
    }

    @Test
    void noNumberIsGivenTwiceThoughTheServerEndsAnywhere() {
        sequences.create(NAME, options("{\"cache\": 3}"));
        Random random = new Random(11);
        Set<Long> given = new HashSet<>();
        long last = -1;
        for (int i = 0; i < 200; i++) {
            long next = sequences.next(NAME);
            assertTrue(given.add(next), () -> next + " is given twice, with seed 11");
            assertTrue(next > last && next <= last + 3, next + " comes behind " + last + ", with seed 11");
            last = next;
            if (random.nextInt(4) == 0) {
                restart();
                assertNull(sequences.previous(NAME));
            }
        }
    }

    @Test
    void aSequenceThatAnotherServerHasAlteredOrDroppedGoesOnAnew() {
        try (SharedMemoryStore store = new SharedMemoryStore()) {
            BucketRules rules = new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS);
            BucketsFixture one = new BucketsFixture(rules, store);
            BucketsFixture other = new BucketsFixture(rules, store);
            Sequences here = sequences(one);
            Sequences there = sequences(other);
            here.create(NAME, options("{\"cache\": 50}"));
            assertEquals(0, here.next(NAME));
            assertEquals(50, there.next(NAME));
            assertEquals(1, here.next(NAME));
            there.alter(NAME, options("{\"restart\": 1000}"));
            assertEquals(1000, here.next(NAME));
            assertEquals(1050, there.next(NAME));
            there.drop(NAME);
            assertThrows(N1qlException.class, () -> here.next(NAME));
            there.create(NAME, options("{\"start\": 7}"));
            assertEquals(7, here.next(NAME));
            other.close();
            one.close();
        }
    }

    @Test
    void flushTakesSequencesWithIt() {
        sequences.create(NAME, options("{}"));
        assertEquals(0, sequences.next(NAME));
        buckets.buckets().flush(buckets.buckets().require("default"));
        assertThrows(N1qlException.class, () -> sequences.next(NAME));
        assertThrows(N1qlException.class, () -> sequences.previous(NAME));
        sequences.create(NAME, options("{\"start\": 5}"));
        assertEquals(5, sequences.next(NAME));
    }

    @Test
    void sequenceOfABucketMadeAnewIsAnother() {
        sequences.create(NAME, options("{}"));
        assertEquals(0, sequences.next(NAME));
        var settings = buckets.buckets().require("default").settings();
        buckets.buckets().drop(buckets.buckets().require("default"));
        buckets.buckets().create("default", settings);
        assertThrows(N1qlException.class, () -> sequences.next(NAME));
    }

    @Test
    void everyReaderTakesNumbersOfItsOwn() throws InterruptedException {
        sequences.create(NAME, options("{\"cache\": 7}"));
        TreeMap<Long, Integer> given = new TreeMap<>();
        Thread[] readers = new Thread[4];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = Thread.ofVirtual().start(() -> {
                for (int n = 0; n < 100; n++) {
                    long number = sequences.next(NAME);
                    synchronized (given) {
                        given.merge(number, 1, Integer::sum);
                    }
                }
            });
        }
        for (Thread reader : readers) {
            reader.join();
        }
        assertEquals(400, given.size());
        assertEquals(399, given.lastKey());
    }
}
