package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.bucket.BucketChanges;
import dev.mayfly.face.couchbase.bucket.FailoverLog;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.List;

/**
 * Where a client wants a stream to begin and to end, and what it has seen before. Numbers have no sign.
 *
 * @param uuid of the history in which it has come to {@code start}
 * @param snapshotStart of the last snapshot of which it has seen a part
 */
record StreamRequest(int flags, long start, long end, long uuid, long snapshotStart, long snapshotEnd) {
    static final int EXTRAS_BYTES = 48;

    /** The answer of {@link #rollback} where none is needed. */
    static final long NONE = -1;

    private static final int TAKEOVER = 0x01;
    private static final int DISK_ONLY = 0x02;
    private static final int TO_LATEST = 0x04;
    private static final int NO_VALUE = 0x08;
    private static final int ACTIVE_ONLY = 0x10;
    private static final int STRICT_UUID = 0x20;
    private static final int FROM_LATEST = 0x40;
    private static final int IGNORE_PURGED = 0x80;
    private static final int KNOWN =
            DISK_ONLY | TO_LATEST | NO_VALUE | ACTIVE_ONLY | STRICT_UUID | FROM_LATEST | IGNORE_PURGED;

    static StreamRequest read(KvRequest request) {
        return new StreamRequest(
                request.extrasInt(0),
                request.extrasLong(8),
                request.extrasLong(16),
                request.extrasLong(24),
                request.extrasLong(32),
                request.extrasLong(40));
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    boolean sendsValues() {
        return !has(NO_VALUE);
    }

    /** Returns the request with what its flags say in place of numbers; refuses one that makes no sense. */
    StreamRequest resolved(long high) {
        if (has(TAKEOVER) || (flags & ~KNOWN) != 0) {
            throw new StatusException(Status.NOT_SUPPORTED, "A flag of the stream is not known here");
        }
        long from = has(FROM_LATEST) ? high : start;
        boolean isToLatest = has(TO_LATEST) || has(DISK_ONLY);
        long until = isToLatest ? Long.compareUnsigned(high, end) < 0 || has(TO_LATEST) ? high : end : end;
        StreamRequest resolved = has(FROM_LATEST)
                ? new StreamRequest(flags, high, until, uuid, high, high)
                : new StreamRequest(flags, from, until, uuid, snapshotStart, snapshotEnd);
        resolved.check();
        return resolved;
    }

    private void check() {
        boolean isOrdered = Long.compareUnsigned(start, end) <= 0
                && Long.compareUnsigned(snapshotStart, start) <= 0
                && Long.compareUnsigned(start, snapshotEnd) <= 0;
        if (!isOrdered) {
            throw new StatusException(Status.ERANGE, "The numbers of the stream are not in order");
        }
    }

    /**
     * Returns the number to which the client must go back before it may go on, or {@link #NONE}.
     *
     * @param knownPurge the number of the last purge that it has heard of, or 0
     */
    long rollback(BucketChanges changes, int vBucket, long knownPurge) {
        List<FailoverLog.Entry> histories = changes.failovers(vBucket);
        int branch = indexOf(histories);
        if (start == 0) {
            return has(STRICT_UUID) && uuid != 0 && branch < 0 ? 0 : NONE;
        }
        long high = changes.high(vBucket);
        long purged = changes.purged(vBucket);
        boolean isPurged = !has(IGNORE_PURGED) && Long.compareUnsigned(start, purged) < 0 && knownPurge != purged;
        if (branch < 0 || isPurged) {
            return 0;
        }
        long from = start == snapshotEnd ? start : snapshotStart;
        long until = start == snapshotStart ? start : snapshotEnd;
        long shared = branch == 0 ? high : histories.get(branch - 1).seqno();
        if (Long.compareUnsigned(until, shared) <= 0) {
            return NONE;
        }
        return Long.compareUnsigned(from, shared) > 0 ? shared : from;
    }

    private int indexOf(List<FailoverLog.Entry> histories) {
        for (int index = 0; index < histories.size(); index++) {
            if (histories.get(index).uuid() == uuid) {
                return index;
            }
        }
        return -1;
    }
}
