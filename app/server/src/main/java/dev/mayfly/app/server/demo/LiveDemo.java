package dev.mayfly.app.server.demo;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.couchbase.CouchbaseUser;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions, events and cache entries that expire while one watches: some are there at once, and for each that expires
 * another comes, never more than a bound. The same ones every time.
 */
public final class LiveDemo implements AutoCloseable {
    /** The approximate number of live documents in each collection. */
    public static final int DOCUMENTS = 240;

    private static final int SEED = 20_260_101;

    /** So short that the first is seen to go within five seconds, loading and sweeping included. */
    private static final int SHORTEST_SECONDS = 2;

    private static final int LONGEST_SECONDS = 600;
    private static final int WRITES_A_ROUND = 20;
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final long MILLIS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(LiveDemo.class);

    private final MayflyServer server;
    private final SystemTimers timers = new SystemTimers("mayfly-demo");
    private final List<Stream> streams = new ArrayList<>();
    private volatile boolean closed;

    private LiveDemo(MayflyServer server) {
        this.server = server;
    }

    /** Loads the documents and goes on. */
    public static LiveDemo start(MayflyServer server) throws IOException {
        if (server.config().access().loginRequired()
                || !server.config().cosmos().keys().isEmpty()) {
            throw new IOException("the demo is for a server without users and keys; start without --demo");
        }
        LiveDemo demo = new LiveDemo(server);
        try {
            for (DemoFace face : demo.faces()) {
                demo.streams.add(new Stream(face, new Random(SEED + demo.streams.size())));
            }
            for (Stream stream : demo.streams) {
                stream.face.prepare();
                stream.refill(demo.now(), DOCUMENTS);
            }
        } catch (IOException | RuntimeException failure) {
            demo.close();
            throw failure;
        }
        demo.schedule();
        return demo;
    }

    private List<DemoFace> faces() throws IOException {
        List<DemoFace> faces = new ArrayList<>();
        if (isOn(FaceName.MONGO)) {
            faces.add(new DemoSessions(server.port(FaceName.MONGO)));
        }
        if (isOn(FaceName.COSMOS)) {
            faces.add(new DemoEvents(server.port(FaceName.COSMOS), CosmosKeys.EMULATOR));
        }
        if (isOn(FaceName.COUCHBASE)) {
            faces.add(new DemoCache(
                    server.port(FaceName.COUCHBASE),
                    server.queryPort(),
                    CouchbaseUser.INSTALLED.name(),
                    CouchbaseUser.INSTALLED.password()));
        }
        return faces;
    }

    private boolean isOn(FaceName face) {
        return server.config().ports().containsKey(face);
    }

    private long now() {
        return server.engine().clock().wallMillis();
    }

    private void schedule() {
        timers.schedule(ROUND, this::round);
    }

    private void round() {
        try {
            refill();
            if (!closed) {
                schedule();
            }
        } catch (IOException | RuntimeException failure) {
            LOG.warn("the demo does not go on", failure);
        }
    }

    /** Writes some documents for those that have expired; by itself it does so every second. */
    public synchronized void refill() throws IOException {
        for (Stream stream : streams) {
            if (!closed) {
                stream.refill(now(), WRITES_A_ROUND);
            }
        }
    }

    /** One collection and the times at which its documents expire. */
    private static final class Stream {
        private final DemoFace face;
        private final Random random;
        private final PriorityQueue<Long> deadlines = new PriorityQueue<>();
        private int number;

        Stream(DemoFace face, Random random) {
            this.face = face;
            this.random = random;
        }

        void refill(long now, int writesMax) throws IOException {
            for (Long next = deadlines.peek(); next != null && next <= now; next = deadlines.peek()) {
                deadlines.poll();
            }
            for (int writes = 0; writes < writesMax && deadlines.size() < DOCUMENTS; writes++) {
                int seconds = lifetime();
                face.write(++number, now, seconds);
                deadlines.add(now + seconds * MILLIS);
            }
        }

        /** Short ones are many, long ones few: half of them less than a minute. */
        private int lifetime() {
            double spread = Math.log((double) LONGEST_SECONDS / SHORTEST_SECONDS);
            return (int) Math.round(SHORTEST_SECONDS * Math.exp(spread * random.nextDouble()));
        }
    }

    /** Returns the text for the user, with the addresses of this server. */
    public String words() {
        StringBuilder words = new StringBuilder("Documents that expire while you watch, between " + SHORTEST_SECONDS
                + " seconds and " + LONGEST_SECONDS / 60 + " minutes after they came; others follow.\n\n");
        for (Stream stream : streams) {
            words.append("  %-40s %d documents, %s%n".formatted(stream.face.where(), DOCUMENTS, stream.face.how()));
        }
        if (isOn(FaceName.ADMIN)) {
            words.append("\n  open  http://127.0.0.1:")
                    .append(server.port(FaceName.ADMIN))
                    .append("/\n  or    mayfly status, mayfly forecast, mayfly watch\n");
        }
        return words.toString();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        timers.close();
        IOException last = null;
        for (Stream stream : streams) {
            try {
                stream.face.close();
            } catch (IOException failure) {
                last = failure;
            }
        }
        rethrow(last);
    }

    private static void rethrow(@Nullable IOException failure) throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
