package dev.mayfly.face.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Answers on their way from a virtual thread to the event loop. Safe for concurrent use.
 *
 * <p>They gather until the request ends, so that a short request wakes the loop once; a long one hands them over in
 * pieces and waits while the peer takes none.
 */
final class Outbox {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int UNSENT_BYTES_MAX = 1 << 20;

    private final Channel channel;
    private final ByteBudget budget;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sent = lock.newCondition();
    private List<Outgoing> gathered = new ArrayList<>();
    private long gatheredBytes;
    private long unsentBytes;
    private boolean closed;

    Outbox(Channel channel, ByteBudget budget) {
        this.channel = channel;
        this.budget = budget;
    }

    /** For any thread but the event loop. */
    void add(Object message, long bytes) {
        Outgoing outgoing = Outgoing.of(message, bytes, budget);
        lock.lock();
        try {
            if (closed) {
                outgoing.drop(budget);
                throw new ConnectionClosedException("the connection is closed");
            }
            gathered.add(outgoing);
            gatheredBytes += bytes;
            if (gatheredBytes >= PIECE_BYTES) {
                handOver();
                awaitRoom();
            }
        } finally {
            lock.unlock();
        }
    }

    /** For any thread but the event loop. */
    void flush() {
        lock.lock();
        try {
            handOver();
            awaitRoom();
        } finally {
            lock.unlock();
        }
    }

    /** For the event loop: writes out what the request that just ended has left. */
    void sendRest() {
        List<Outgoing> rest;
        long bytes;
        lock.lock();
        try {
            rest = gathered;
            bytes = gatheredBytes;
            unsentBytes += bytes;
            gathered = new ArrayList<>();
            gatheredBytes = 0;
        } finally {
            lock.unlock();
        }
        if (!rest.isEmpty()) {
            send(rest, bytes);
        }
    }

    /** For the event loop: drops what was not handed over and wakes who waits. */
    void close() {
        lock.lock();
        try {
            closed = true;
            gathered.forEach(outgoing -> outgoing.drop(budget));
            gathered = new ArrayList<>();
            gatheredBytes = 0;
            sent.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void handOver() {
        if (gathered.isEmpty()) {
            return;
        }
        List<Outgoing> piece = gathered;
        long bytes = gatheredBytes;
        gathered = new ArrayList<>();
        gatheredBytes = 0;
        unsentBytes += bytes;
        try {
            channel.eventLoop().execute(() -> {
                send(piece, bytes);
                channel.flush();
            });
        } catch (RejectedExecutionException _) {
            piece.forEach(outgoing -> outgoing.drop(budget));
            closed = true;
        }
    }

    private void awaitRoom() {
        while (!closed && unsentBytes > UNSENT_BYTES_MAX) {
            sent.awaitUninterruptibly();
        }
        if (closed) {
            throw new ConnectionClosedException("the connection was closed while its answer was sent");
        }
    }

    private void send(List<Outgoing> piece, long bytes) {
        int last = piece.size() - 1;
        for (int i = 0; i <= last; i++) {
            ChannelFuture written = piece.get(i).write(channel, budget);
            if (i == last) {
                written.addListener(_ -> forget(bytes));
            }
        }
    }

    private void forget(long bytes) {
        lock.lock();
        try {
            unsentBytes -= bytes;
            sent.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** One message and the memory it holds. */
    record Outgoing(Object message, long reservedBytes) {
        /** Smaller answers are bounded by the number of connections; counting them would cost more than it tells. */
        private static final int UNCOUNTED_BYTES = 64 << 10;

        static Outgoing of(Object message, long bytes, ByteBudget budget) {
            if (bytes <= UNCOUNTED_BYTES) {
                return new Outgoing(message, 0);
            }
            if (!budget.tryReserve(bytes)) {
                ReferenceCountUtil.release(message);
                throw new ConnectionClosedException("no memory left for answers");
            }
            return new Outgoing(message, bytes);
        }

        ChannelFuture write(Channel channel, ByteBudget budget) {
            ChannelFuture written = channel.write(message);
            if (reservedBytes > 0) {
                written.addListener(_ -> budget.release(reservedBytes));
            }
            return written;
        }

        void drop(ByteBudget budget) {
            ReferenceCountUtil.release(message);
            budget.release(reservedBytes);
        }
    }
}
