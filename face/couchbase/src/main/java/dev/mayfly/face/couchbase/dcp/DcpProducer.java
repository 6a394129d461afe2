package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketChanges;
import dev.mayfly.face.couchbase.session.KvSession;
import dev.mayfly.face.couchbase.session.SessionCompanion;
import dev.mayfly.face.couchbase.wire.DcpFrame;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the streams of one connection, each a page in turn. Its requests come from other threads. */
final class DcpProducer implements SessionCompanion {
    /*
     * One thread sends for all streams. It looks for what there is, sends it, and sleeps until somebody wakes it: a writer, an
     * acknowledgement, a request. Whoever wakes it first says that there is news, so that nothing is missed between the look
     * and the sleep.
     */
    private static final Logger LOG = LoggerFactory.getLogger(DcpProducer.class);
    private static final long NOTE_NANOS = 1_000_000_000;

    private final KvSession session;
    private final Bucket bucket;
    private final BucketChanges changes;
    private final String name;
    private final ProducerFlags flags;
    private final Clock machine;
    private final Runnable onEnd;
    private final ProducerControls controls = new ProducerControls();
    private final FlowWindow flow = new FlowWindow();
    private final Map<Long, DcpStream> streams = new ConcurrentSkipListMap<>();
    private volatile boolean hasNews = true;
    private volatile boolean closed;
    private volatile @Nullable Thread sender;
    private long branch;
    private long notedAt;
    private long noopAt;
    private long lastSettled;

    /** @param onEnd runs when the connection is closed */
    DcpProducer(KvSession session, Bucket bucket, String name, ProducerFlags flags, Runnable onEnd) {
        this.session = session;
        this.bucket = bucket;
        this.changes = bucket.changes();
        this.name = name;
        this.flags = flags;
        this.machine = session.services().machine();
        this.onEnd = onEnd;
    }

    String name() {
        return name;
    }

    Bucket bucket() {
        return bucket;
    }

    ProducerFlags flags() {
        return flags;
    }

    ProducerControls controls() {
        return controls;
    }

    FlowWindow flow() {
        return flow;
    }

    Collection<DcpStream> streams() {
        return streams.values();
    }

    void start() {
        branch = changes.failovers().newest().salt();
        noopAt = machine.tickNanos();
        notedAt = machine.tickNanos();
        // Known before it runs, so that nobody wakes nobody.
        Thread made = Thread.ofVirtual().name("couchbase-dcp").unstarted(this::run);
        sender = made;
        made.start();
    }

    private static long id(int vBucket, int stream) {
        return (long) vBucket << Integer.SIZE | Integer.toUnsignedLong(stream);
    }

    /** Returns false if there is such a stream. */
    boolean add(DcpStream stream) {
        return streams.putIfAbsent(id(stream.name().vBucket(), stream.name().id()), stream) == null;
    }

    @Nullable
    DcpStream remove(int vBucket, int stream) {
        return streams.remove(id(vBucket, stream));
    }

    /** Sends something that is no part of a page, behind what was sent before. */
    void send(DcpFrame frame) {
        write(frame);
        session.connection().flush();
    }

    void wake() {
        if (!hasNews) {
            hasNews = true;
            LockSupport.unpark(sender);
        }
    }

    @Override
    public void connectionClosed() {
        closed = true;
        hasNews = true;
        LockSupport.unpark(sender);
    }

    /** Closes the connection, since another of the same name has come. */
    void disconnect() {
        session.connection().close();
    }

    private void run() {
        try (BucketChanges.Subscription subscription = changes.subscribe(this::wake)) {
            while (!closed) {
                hasNews = false;
                subscription.renew();
                boolean hasSent = round();
                session.connection().flush();
                note(false);
                if (!hasSent) {
                    sleep();
                }
            }
        } catch (ConnectionClosedException _) {
            // Nobody is there to be told.
        } catch (EngineException failure) {
            LOG.warn("the DCP connection {} of bucket {} is closed", name, bucket, failure);
            session.connection().close();
        } finally {
            streams.clear();
            onEnd.run();
            noteAtEnd();
        }
    }

    private void noteAtEnd() {
        try {
            note(true);
        } catch (EngineException failure) {
            LOG.debug("what was streamed of bucket {} could not be noted", bucket, failure);
        }
    }

    private void sleep() {
        long nanos = controls.sendsNoops() ? noopAt + controls.noopNanos() - machine.tickNanos() : Long.MAX_VALUE;
        if (hasUnnoted()) {
            nanos = Math.min(nanos, notedAt + NOTE_NANOS - machine.tickNanos());
        }
        if (!hasNews && !closed && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private boolean hasUnnoted() {
        return lastSettled > changes.streamed();
    }

    /** Notes about once a second how far streams have come. */
    private void note(boolean isLast) {
        long now = machine.tickNanos();
        if (hasUnnoted() && (isLast || now - notedAt >= NOTE_NANOS)) {
            notedAt = now;
            changes.noteStreamed(lastSettled);
        }
    }

    /** Returns true if anything was looked at, so that there may be more. */
    private boolean round() {
        sendNoop();
        if (bucket.isDropped()) {
            endAll(StreamEnd.STATE_CHANGED);
            return false;
        }
        if (branch != changes.failovers().newest().salt()) {
            branch = changes.failovers().newest().salt();
            endAll(StreamEnd.STATE_CHANGED);
        }
        if (streams.isEmpty() || !changes.isBuilt()) {
            return false;
        }
        long settled = changes.settled();
        boolean hasSent = false;
        for (DcpStream stream : streams.values()) {
            if (closed || !flow.isOpen()) {
                return false;
            }
            hasSent |= send(stream, settled);
        }
        lastSettled = Math.max(lastSettled, hasSent ? settled : 0);
        return hasSent;
    }

    private boolean send(DcpStream stream, long settled) {
        boolean hasSent = stream.send(changes, settled, this::write);
        if (stream.hasEnded()) {
            end(stream, StreamEnd.FINISHED);
        } else if (!hasSent && stream.filter().isEmpty(bucket)) {
            end(stream, StreamEnd.FILTER_EMPTY);
        }
        return hasSent;
    }

    private void endAll(StreamEnd why) {
        for (DcpStream stream : List.copyOf(streams.values())) {
            end(stream, why);
        }
    }

    private void end(DcpStream stream, StreamEnd why) {
        if (streams.remove(id(stream.name().vBucket(), stream.name().id()), stream)) {
            write(stream.ending(why));
        }
    }

    private void write(DcpFrame frame) {
        session.connection().write(frame.encode());
        if (frame.opcode() != Opcode.DCP_NOOP) {
            flow.sent(frame.bytes());
        }
    }

    private void sendNoop() {
        long now = machine.tickNanos();
        if (controls.sendsNoops() && now - noopAt >= controls.noopNanos()) {
            noopAt = now;
            write(DcpFrame.of(Opcode.DCP_NOOP, 0, 0, 0, new byte[0]));
        }
    }
}
