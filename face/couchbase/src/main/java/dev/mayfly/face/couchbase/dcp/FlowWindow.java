package dev.mayfly.face.couchbase.dcp;

import java.util.concurrent.atomic.AtomicLong;

/** How much of a consumer's buffer is taken by what it was sent and has not acknowledged. Safe for concurrent use. */
final class FlowWindow {
    private final AtomicLong unacknowledged = new AtomicLong();
    private final AtomicLong sent = new AtomicLong();
    private volatile long size;

    /** @param bytes of the buffer; 0 for a consumer that acknowledges nothing */
    void setSize(long bytes) {
        size = bytes;
    }

    long size() {
        return size;
    }

    long unacknowledged() {
        return unacknowledged.get();
    }

    /** All bytes of streams that were sent. */
    long sent() {
        return sent.get();
    }

    /** Returns true if something more may be sent; a message begins in the buffer, and may end beyond it. */
    boolean isOpen() {
        return size == 0 || unacknowledged.get() < size;
    }

    void sent(long bytes) {
        sent.addAndGet(bytes);
        if (size != 0) {
            unacknowledged.addAndGet(bytes);
        }
    }

    void acknowledged(long bytes) {
        unacknowledged.accumulateAndGet(bytes, (taken, freed) -> Math.max(0, taken - freed));
    }
}
