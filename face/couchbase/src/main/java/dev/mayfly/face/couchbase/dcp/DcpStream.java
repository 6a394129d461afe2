package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.engine.sequence.SequencedPage;
import dev.mayfly.face.couchbase.bucket.BucketChanges;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import dev.mayfly.face.couchbase.wire.DcpFrame;
import dev.mayfly.face.couchbase.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One stream of a connection. Used by the thread of its producer alone, but for what others read of it. */
final class DcpStream {
    /*
     * A page that was read is sent as a snapshot of its own, so that nothing is held between two pages. The marker of each
     * begins where the client has come to, which is therefore always within it.
     */
    private static final int PAGE_CHANGES = 128;
    private static final long PAGE_BYTES = 128 << 10;
    private static final int MEMORY = 0x01;
    private static final int DISK = 0x02;
    private static final int MARKER_BYTES = 20;
    private static final int MARKER_BYTES_V2 = 36;
    private static final int MARKER_BYTES_V2_2 = 52;

    private final ChangeMessages.StreamName name;
    private final StreamFilter filter;
    private final ChangeMessages messages;
    private final ProducerControls controls;
    private final long end;
    private final long begunAt;
    private final long startedFrom;
    private volatile long position;
    private volatile long told;
    private final AtomicLong items = new AtomicLong();

    DcpStream(
            ChangeMessages.StreamName name,
            StreamFilter filter,
            StreamRequest request,
            ChangeMessages messages,
            ProducerControls controls,
            long begunAt) {
        this.name = name;
        this.filter = filter;
        this.messages = messages;
        this.controls = controls;
        this.end = request.end();
        this.begunAt = begunAt;
        this.startedFrom = request.start();
        this.position = request.start();
        this.told = request.start();
    }

    ChangeMessages.StreamName name() {
        return name;
    }

    StreamFilter filter() {
        return filter;
    }

    /** The number up to which everything has been looked at. */
    long position() {
        return position;
    }

    long startedFrom() {
        return startedFrom;
    }

    long end() {
        return end;
    }

    /** The number of changes that were sent. */
    long items() {
        return items.get();
    }

    boolean hasEnded() {
        return Long.compareUnsigned(position, end) >= 0;
    }

    /** Returns true while it sends what was there when it began. */
    boolean isBackfill() {
        return position < begunAt;
    }

    /**
     * Sends a page, if there is one.
     *
     * @param settled the number up to which may be read
     * @return whether there was anything to be looked at
     */
    boolean send(BucketChanges changes, long settled, Consumer<DcpFrame> to) {
        long until = Long.compareUnsigned(end, settled) < 0 ? end : settled;
        long high = changes.high(name.vBucket());
        if (high <= position || until <= position) {
            if (until > position) {
                position = until;
            }
            return false;
        }
        // Asked before the page is read: a purge in between is told with the next.
        long purged = controls.marksPurges() ? changes.purged(name.vBucket()) : 0;
        VBucketChange.Page page = changes.page(
                name.vBucket(), new SequencedPage.Bounds(position, until, PAGE_CHANGES, PAGE_BYTES), filter);
        List<VBucketChange> found = page.changes();
        boolean isComplete = page.until() >= until;
        long last = found.isEmpty() ? told : found.getLast().seqno();
        // A client that is sent a part alone is told how far the vBucket is, so that it need not wait for what is not
        // its own.
        long advanced = isComplete && filter.isPartial() && filter.tellsEvents() ? Math.min(high, until) : last;
        if (advanced > told) {
            to.accept(marker(told, Math.max(advanced, last), purged));
            for (VBucketChange each : found) {
                to.accept(messages.of(each));
            }
            if (advanced > last) {
                to.accept(DcpFrame.of(
                        Opcode.DCP_SEQNO_ADVANCED,
                        name.vBucket(),
                        name.opaque(),
                        name.id(),
                        ByteBuffer.allocate(Long.BYTES).putLong(advanced).array()));
            }
            items.addAndGet(found.size());
            told = Math.max(advanced, last);
        }
        position = page.until();
        return true;
    }

    private DcpFrame marker(long from, long until, long purged) {
        int flags = isBackfill() ? DISK : MEMORY;
        boolean tellsPurge = isBackfill() && controls.marksPurges();
        if (!tellsPurge && !controls.marksVersion2()) {
            byte[] extras = ByteBuffer.allocate(MARKER_BYTES)
                    .putLong(from)
                    .putLong(until)
                    .putInt(flags)
                    .array();
            return DcpFrame.of(Opcode.DCP_SNAPSHOT_MARKER, name.vBucket(), name.opaque(), name.id(), extras);
        }
        ByteBuffer value = ByteBuffer.allocate(tellsPurge ? MARKER_BYTES_V2_2 : MARKER_BYTES_V2)
                .putLong(from)
                .putLong(until)
                .putInt(flags)
                .putLong(until)
                .putLong(0);
        if (tellsPurge) {
            // Behind it the number of the last write that was prepared by one server for others; there are none.
            value.putLong(purged).putLong(0);
        }
        return new DcpFrame(
                Opcode.DCP_SNAPSHOT_MARKER,
                name.vBucket(),
                name.opaque(),
                name.id(),
                0,
                0,
                new byte[] {(byte) (tellsPurge ? 2 : 0)},
                new byte[0],
                value.array());
    }

    DcpFrame ending(StreamEnd why) {
        byte[] extras = ByteBuffer.allocate(Integer.BYTES).putInt(why.code()).array();
        return DcpFrame.of(Opcode.DCP_STREAM_END, name.vBucket(), name.opaque(), name.id(), extras);
    }
}
