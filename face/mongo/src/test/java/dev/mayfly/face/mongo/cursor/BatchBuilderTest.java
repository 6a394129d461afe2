package dev.mayfly.face.mongo.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.base.query.RequestMemoryPool;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class BatchBuilderTest {
    private static final int MIB = 1 << 20;

    private final RequestMemoryPool pool = new RequestMemoryPool(64 * MIB, 40 * MIB);

    private final class Guard extends RequestGuard {
        Guard() {
            super(pool.open());
        }

        @Override
        public void check() {
            // It goes on.
        }
    }

    private static BsonView document(int bytes) {
        return BsonView.of(BsonEncoding.encode(new BsonDocument("b", new BsonBinary(new byte[bytes]))));
    }

    @Test
    void aBatchEndsAtItsNumberOrItsLength() {
        BatchBuilder two = new BatchBuilder(2, 1_000);
        assertTrue(two.isEmpty());
        assertTrue(two.add(document(10)));
        assertFalse(two.isFull());
        assertTrue(two.add(document(10)));
        assertTrue(two.isFull());

        BatchBuilder small = new BatchBuilder(10, 1_000);
        assertTrue(small.add(document(2_000)));
        assertFalse(small.add(document(10)));
        assertEquals(1, small.build(false).documents().size());
    }

    @Test
    void aShortBatchTakesNothingOfThePool() {
        try (Guard guard = new Guard()) {
            guard.during(() -> new BatchBuilder(100, 16 * MIB).add(document(50_000)));
            assertEquals(0, pool.usedBytes());
        }
    }

    @Test
    @SuppressWarnings("try") // The guard ends before what it leaves behind does.
    void aLongBatchIsAskedForInTwoStepsAndTwice() {
        try (Guard guard = new Guard()) {
            guard.during(() -> {
                BatchBuilder batch = new BatchBuilder(100, 16 * MIB);
                batch.add(document(100_000));
                assertEquals(2 * MIB, pool.usedBytes());
                batch.add(document(MIB));
                assertEquals(32 * MIB, pool.usedBytes());
                batch.add(document(14 * MIB));
                assertEquals(32 * MIB, pool.usedBytes());
                return batch;
            });
            try (RequestMemory left = guard.leaveMemory()) {
                assertEquals(32 * MIB, pool.usedBytes());
                guard.answering(15 * MIB);
                assertTrue(pool.usedBytes() >= 15 * MIB - MIB, "the answer waits for its peer");
                assertTrue(pool.usedBytes() <= 16 * MIB, "the documents are in the answer");
                guard.close();
                assertTrue(pool.usedBytes() < MIB, "a cursor keeps nothing of the batch");
                left.charge(1);
            }
            assertEquals(0, pool.usedBytes());
        }
    }

    @Test
    void aBatchThatFindsNoRoomIsRefused() {
        try (Guard guard = new Guard()) {
            guard.charge(20 * MIB);
            assertThrows(
                    MemoryLimitExceeded.class,
                    () -> guard.during(() -> new BatchBuilder(100, 16 * MIB).add(document(2 * MIB))));
        }
    }
}
