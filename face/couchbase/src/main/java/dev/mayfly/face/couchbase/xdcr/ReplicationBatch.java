package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.engine.sequence.SequencedPage;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes of several vBuckets that are sent together, and how far each vBucket is once the target has answered to all of them.
 * It has one page of a vBucket at most, and so one change of a key. Used by one thread.
 */
final class ReplicationBatch {
    private final int changesMax;
    private final long bytesMax;
    private final List<VBucketChange> changes = new ArrayList<>();
    private final Map<Integer, Long> reached = new LinkedHashMap<>();
    private long bytes;

    ReplicationBatch(int changesMax, long bytesMax) {
        this.changesMax = changesMax;
        this.bytesMax = bytesMax;
    }

    boolean isFull() {
        return changes.size() >= changesMax || bytes >= bytesMax;
    }

    /** Returns the bounds of the next page of a vBucket, so that it fits into what is left of the batch. */
    SequencedPage.Bounds bounds(long after, long until) {
        return new SequencedPage.Bounds(after, until, changesMax - changes.size(), bytesMax - bytes);
    }

    void add(int vBucket, VBucketChange.Page page) {
        if (reached.put(vBucket, page.until()) != null) {
            throw new IllegalStateException("a batch has one page of a vBucket");
        }
        changes.addAll(page.changes());
        for (VBucketChange each : page.changes()) {
            SequencedChange document = each.document();
            bytes += document == null ? 0 : document.bytes();
        }
    }

    List<VBucketChange> changes() {
        return List.copyOf(changes);
    }

    /** Hears how far a vBucket is. */
    interface Progress {
        void move(int vBucket, long until);
    }

    /** Tells how far each vBucket is behind the batch, which is empty then. Call once the target has answered to all of it. */
    void settle(Progress progress) {
        reached.forEach(progress::move);
        reached.clear();
        changes.clear();
        bytes = 0;
    }
}
