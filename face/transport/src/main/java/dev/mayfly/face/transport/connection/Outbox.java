package dev.mayfly.face.transport.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Answers on their way from a virtual thread to the event loop. Safe for concurrent use.
 *
 * <p>They gather until the request ends, so that a short request wakes the loop once; a long one hands them over in
 * pieces and waits while the peer takes none.
 */
final class Outbox {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int UNSENT_BYTES_MAX = 1 << 20;

    private final Object owner;
    private final Channel channel;
    private final ByteBudget budget;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sent = lock.newCondition();
    private final Deque<Piece> handedOver = new ArrayDeque<>();
    private List<Outgoing> gathered = new ArrayList<>();
    private long gatheredBytes;
    private long unsentBytes;
    private boolean closed;

    /** @param owner in whose name memory is reserved */
    Outbox(Object owner, Channel channel, ByteBudget budget) {
        this.owner = owner;
        this.channel = channel;
        this.budget = budget;
    }

    /** For any thread but the event loop. */
    void add(Object message, long bytes) {
        lock.lock();
        try {
            Outgoing outgoing = awaitMemory(message, bytes);
            if (closed) {
                outgoing.drop(owner, budget);
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

    /** Lets a large answer wait until there is memory for it; its request holds it meanwhile. */
    private Outgoing awaitMemory(Object message, long bytes) {
        if (bytes <= ByteBudget.UNCOUNTED_BYTES) {
            return new Outgoing(message, 0);
        }
        while (!closed && !budget.tryReserve(bytes, owner)) {
            budget.await(this::tryAgain);
            sent.awaitUninterruptibly();
        }
        return new Outgoing(message, closed ? 0 : bytes);
    }

    /** Called by whoever gives memory back, under locks of its own. */
    private void tryAgain() {
        try {
            channel.eventLoop().execute(() -> forget(0));
        } catch (RejectedExecutionException _) {
            // The loops have ended, and the connection with them.
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

    /** Messages that are sent together. */
    private record Piece(List<Outgoing> messages, long bytes) {}

    /**
     * For the event loop: writes out what the request that just ended has left, and what was handed over before, whose own
     * task may come later.
     */
    void sendRest() {
        lock.lock();
        try {
            takeGathered();
        } finally {
            lock.unlock();
        }
        sendHandedOver();
    }

    private void takeGathered() {
        if (!gathered.isEmpty()) {
            unsentBytes += gatheredBytes;
            handedOver.add(new Piece(gathered, gatheredBytes));
            gathered = new ArrayList<>();
            gatheredBytes = 0;
        }
    }

    private void sendHandedOver() {
        for (Piece piece = nextPiece(); piece != null; piece = nextPiece()) {
            send(piece.messages, piece.bytes);
        }
    }

    private @Nullable Piece nextPiece() {
        lock.lock();
        try {
            return handedOver.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops the messages not yet handed over and wakes waiting writers. Call on the event loop. */
    void close() {
        lock.lock();
        try {
            closed = true;
            dropAll();
            sent.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void handOver() {
        if (gathered.isEmpty()) {
            return;
        }
        takeGathered();
        try {
            channel.eventLoop().execute(() -> {
                sendHandedOver();
                channel.flush();
            });
        } catch (RejectedExecutionException _) {
            dropAll();
            closed = true;
        }
    }

    private void dropAll() {
        takeGathered();
        handedOver.forEach(piece -> piece.messages.forEach(outgoing -> outgoing.drop(owner, budget)));
        handedOver.clear();
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
            ChannelFuture written = piece.get(i).write(channel, owner, budget);
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
        /** Of an answer that cannot wait: its event loop may go beyond the limit by this one. */
        static Outgoing of(Object message, long bytes, ByteBudget budget) {
            if (bytes <= ByteBudget.UNCOUNTED_BYTES) {
                return new Outgoing(message, 0);
            }
            budget.reserve(bytes);
            return new Outgoing(message, bytes);
        }

        ChannelFuture write(Channel channel, Object owner, ByteBudget budget) {
            ChannelFuture written = channel.write(message);
            if (reservedBytes > 0) {
                written.addListener(_ -> done(owner, budget));
            }
            return written;
        }

        void drop(Object owner, ByteBudget budget) {
            ReferenceCountUtil.release(message);
            done(owner, budget);
        }

        private void done(Object owner, ByteBudget budget) {
            budget.release(reservedBytes);
            budget.end(owner);
        }
    }
}
