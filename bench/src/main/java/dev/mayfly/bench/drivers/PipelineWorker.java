package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread that keeps many connections busy: each has one pipeline of requests under way, and gets the next one when the
 * last answer has come. The generator shares the machine with the servers, so it is plain code on a selector.
 */
final class PipelineWorker implements Target.Worker {
    private static final int BUFFER_BYTES = 1 << 16;

    private final KvWork work;
    private final Selector selector;
    private final List<Connection> connections = new ArrayList<>();
    private final Deque<Connection> ready = new ArrayDeque<>();
    private final SplittableRandom random;
    private final IntSupplier newKeys;
    private long sentNanos;

    /**
     * Connects, greets, and sends the first requests.
     *
     * @param newKeys numbers of keys that are not there yet, the next at each call
     */
    PipelineWorker(KvWork work, int port, int connections, Supplier<Dialect> dialect, int seed, IntSupplier newKeys)
            throws IOException {
        this.work = work;
        this.newKeys = newKeys;
        this.selector = Selector.open();
        this.random = new SplittableRandom(seed);
        for (int count = 0; count < connections; count++) {
            Connection connection = new Connection(port, dialect.get());
            this.connections.add(connection);
            connection.ask();
        }
    }

    /** Waits until one pipeline is answered, and sends the next one on its connection. */
    @Override
    public void request() throws IOException {
        while (true) {
            Connection connection = next();
            if (connection.isAnswered()) {
                sentNanos = connection.askedNanos;
                connection.ask();
                return;
            }
        }
    }

    @Override
    public long sentNanos(long before) {
        return sentNanos;
    }

    private Connection next() throws IOException {
        @Nullable Connection connection = ready.poll();
        while (connection == null) {
            selector.select(key -> ready.add((Connection) key.attachment()));
            connection = ready.poll();
        }
        return connection;
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.channel.close();
        }
        selector.close();
    }

    private int number() {
        return work.kind() == KvWork.Kind.SET_NEW_WITH_EXPIRY ? newKeys.getAsInt() : random.nextInt(Pairs.KEYS);
    }

    /** One connection with what is under way on it. */
    private final class Connection {
        private final SocketChannel channel;
        private final Dialect dialect;
        private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private int missing;
        private long askedNanos;

        Connection(int port, Dialect dialect) throws IOException {
            this.dialect = dialect;
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            dialect.greet(channel);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void ask() throws IOException {
            out.clear();
            for (int count = 0; count < work.pipeline(); count++) {
                dialect.ask(out, work.kind(), number());
            }
            out.flip();
            missing = work.pipeline();
            askedNanos = SystemClock.INSTANCE.tickNanos();
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }

        /** Reads what has come. */
        boolean isAnswered() throws IOException {
            if (channel.read(in) < 0) {
                throw new EOFException("the server closed the connection");
            }
            in.flip();
            while (missing > 0 && dialect.skipAnswer(in, work.kind())) {
                missing--;
            }
            in.compact();
            return missing == 0;
        }
    }
}
