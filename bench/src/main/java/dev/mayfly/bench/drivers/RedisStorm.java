package dev.mayfly.bench.drivers;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** The same storm in Redis, whose keys have their deadline from the start. */
final class RedisStorm extends Storm {
    private static final int BATCH = 200;

    private final KvTarget target;

    RedisStorm(KvTarget target, Scale scale) {
        super(scale);
        this.target = target;
    }

    @Override
    void load(int expiring, int staying, long deadlineMillis) throws IOException {
        Requests requests = new Requests(target.connect());
        for (int first = 0; first < staying + expiring; first += BATCH) {
            requests.out.clear();
            int until = Math.min(staying + expiring, first + BATCH);
            for (int number = first; number < until; number++) {
                if (number < staying) {
                    requests.dialect.ask(requests.out, KvWork.Kind.SET, number);
                } else {
                    requests.dialect.setUntil(requests.out, number, deadlineMillis);
                }
            }
            requests.exchange(KvWork.Kind.SET, until - first);
        }
        requests.channel.close();
    }

    @Override
    List<? extends StormForeground.Connection> connect() throws IOException {
        List<Requests> connections = new ArrayList<>();
        for (int count = 0; count < StormForeground.CONNECTIONS; count++) {
            connections.add(new Requests(target.connect()));
        }
        return connections;
    }

    /** One connection, which ends with the server. */
    private static final class Requests implements StormForeground.Connection {
        private final SocketChannel channel;
        private final RespDialect dialect = new RespDialect();
        private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 17);
        private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);

        Requests(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void read(int number) throws IOException {
            out.clear();
            dialect.ask(out, KvWork.Kind.GET, number);
            exchange(KvWork.Kind.GET, 1);
        }

        @Override
        public void write(int number) throws IOException {
            out.clear();
            dialect.ask(out, KvWork.Kind.SET, number);
            exchange(KvWork.Kind.SET, 1);
        }

        /** Sends what has been written out, and waits for this number of answers. */
        private void exchange(KvWork.Kind kind, int answers) throws IOException {
            out.flip();
            while (out.hasRemaining()) {
                channel.write(out);
            }
            in.clear();
            for (int missing = answers; missing > 0; ) {
                if (channel.read(in) < 0) {
                    throw new EOFException("the server closed the connection");
                }
                in.flip();
                while (missing > 0 && dialect.skipAnswer(in, kind)) {
                    missing--;
                }
                in.compact();
            }
        }
    }
}
