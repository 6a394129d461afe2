package dev.mayfly.face.couchbase.xdcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.engine.sequence.SequencedPage;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is sent together, and what of it counts as sent. */
final class ReplicationBatchTest {
    private final List<String> moved = new ArrayList<>();
    private final ReplicationBatch batch = new ReplicationBatch(4, 1_000);

    private static VBucketChange.Page page(long until, long... numbers) {
        List<VBucketChange> all = new ArrayList<>();
        for (long number : numbers) {
            DocumentKey key = new DocumentKey(("k" + number).getBytes(StandardCharsets.UTF_8));
            Tombstone tombstone = new Tombstone(number, 0, Tombstone.Cause.REMOVED, new byte[98]);
            all.add(new VBucketChange(number, 0, new SequencedChange(number, key, null, tombstone), null));
        }
        return new VBucketChange.Page(all, until);
    }

    private void settle() {
        batch.settle((vBucket, until) -> moved.add(vBucket + " to " + until));
    }

    private List<Long> numbers() {
        return batch.changes().stream().map(VBucketChange::seqno).toList();
    }

    @Test
    void positionsMoveOnceTheWholeIsAnswered() {
        batch.add(3, page(20, 11, 12));
        batch.add(5, page(40));
        batch.add(9, page(40, 31));
        assertEquals(List.of(11L, 12L, 31L), numbers());
        assertEquals(List.of(), moved);
        settle();
        assertEquals(List.of("3 to 20", "5 to 40", "9 to 40"), moved);
        assertEquals(List.of(), batch.changes());
        moved.clear();
        settle();
        assertEquals(List.of(), moved);
    }

    @Test
    void theNextPageFitsIntoWhatIsLeft() {
        assertEquals(new SequencedPage.Bounds(7, 90, 4, 1_000), batch.bounds(7, 90));
        batch.add(0, page(90, 8, 9));
        assertEquals(new SequencedPage.Bounds(1, 90, 2, 800), batch.bounds(1, 90));
        assertFalse(batch.isFull());
        batch.add(1, page(90, 2, 3));
        assertTrue(batch.isFull());
        settle();
        assertFalse(batch.isFull());
        assertEquals(new SequencedPage.Bounds(1, 90, 4, 1_000), batch.bounds(1, 90));
    }

    @Test
    void changesOfAVBucketDoNotFollowEachOtherInOneBatch() {
        batch.add(1, page(10, 5));
        assertThrows(IllegalStateException.class, () -> batch.add(1, page(20, 15)));
        settle();
        batch.add(1, page(20, 15));
        assertEquals(List.of(15L), numbers());
    }
}
