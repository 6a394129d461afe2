package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.SystemClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Base64;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** A million keys that expire in one second: what is still read, what is counted, and how long others wait meanwhile. */
final class KvStorm {
    static final String NAME = "couchbase 1,000,000 keys expire";

    private static final int KEYS = 1_000_000;

    /** Numbers of keys above those that are read and written otherwise. */
    private static final int FIRST = 10_000_000;

    private static final int BATCH = 200;

    /** Couchbase's own default would let them stand for ten minutes. */
    private static final int PAGER_SECONDS = 1;

    /** Long enough for the keys to be loaded. */
    private static final int LIFETIME_SECONDS = 60;

    /** The shortest that a load takes, however small it is. */
    private static final int LIFETIME_SECONDS_MIN = 3;

    private static final int FOREGROUND = 2_000;
    private static final int WARM_UP_SECONDS = 3;
    private static final int BASE_SECONDS = 5;
    private static final int STORM_SECONDS = 60;
    private static final int MISSING = 1;
    private static final Pattern PURGED = Pattern.compile("(?m)^mayfly_purged_total\\S* (\\S+)");
    private static final Pattern ITEMS = Pattern.compile("\"itemCount\"\\s*:\\s*(\\d+)");

    private final KvTarget target;
    private final int keys;
    private final Scale scale;
    private final SplittableRandom random = new SplittableRandom(1);
    private final BinaryDialect dialect = new BinaryDialect(true);
    private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 17);
    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);

    KvStorm(KvTarget target, Scale scale) {
        this.target = target;
        this.keys = scale.of(KEYS);
        this.scale = scale;
    }

    String run() throws IOException {
        target.prepare(new KvWork(KvWork.Kind.GET, 1));
        long expiry =
                SystemClock.INSTANCE.wallMillis() / 1000 + Math.max(LIFETIME_SECONDS_MIN, scale.of(LIFETIME_SECONDS));
        long instant = (expiry + 1) * 1000;
        try (SocketChannel channel = target.connect()) {
            dialect.greet(channel);
            BinaryDialect.setPagerSeconds(channel, PAGER_SECONDS);
            load(channel, expiry);
            long before = items();
            Foreground base = new Foreground(channel);
            base.run(scale.of(WARM_UP_SECONDS * FOREGROUND), instant);
            base.latencies.reset();
            base.run(scale.of(BASE_SECONDS * FOREGROUND), instant);
            while (SystemClock.INSTANCE.wallMillis() < instant) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            return storm(channel, instant, before, base.latencies);
        }
    }

    private String storm(SocketChannel channel, long instant, long before, Histogram base) throws IOException {
        Foreground foreground = new Foreground(channel);
        long counted = -1;
        long destroyed = -1;
        for (int second = 0; second < STORM_SECONDS && (counted < 0 || destroyed < 0); second++) {
            foreground.run(FOREGROUND, instant);
            long since = SystemClock.INSTANCE.wallMillis() - instant;
            if (counted < 0 && items() <= before - keys) {
                counted = since;
            }
            if (destroyed < 0 && destroyed() >= keys) {
                destroyed = since;
            }
        }
        double p99 = foreground.latencies.getValueAtPercentile(99) / 1e6;
        double baseP99 = base.getValueAtPercentile(99) / 1e6;
        boolean isReached = foreground.late == 0
                && counted >= 0
                && counted <= 10_000
                && destroyed >= 0
                && destroyed <= 60_000
                && (p99 <= 3 * baseP99 || p99 < 1);
        return String.format(
                Locale.ROOT,
                "%s in one second, pager every second: read after it %d of %d, counted right after %d ms, destroyed after %d ms,"
                        + " foreground p99 %.2f ms (%.2f ms before)   0, < 10 s, < 60 s, < 3 times or 1 ms: %s",
                NAME,
                foreground.late,
                foreground.looked,
                counted,
                destroyed,
                p99,
                baseP99,
                isReached ? "reached" : "MISSED");
    }

    private void load(SocketChannel channel, long expiry) throws IOException {
        for (int from = 0; from < keys; from += BATCH) {
            out.clear();
            for (int number = from; number < from + BATCH; number++) {
                dialect.set(out, FIRST + number, expiry);
            }
            exchange(channel, BATCH);
        }
    }

    /** Sends what has been written out, and answers the last status. */
    private int exchange(SocketChannel channel, int answers) throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        in.clear();
        int last = 0;
        for (int missing = answers; missing > 0; ) {
            if (channel.read(in) < 0) {
                throw new EOFException("the server closed the connection");
            }
            in.flip();
            for (int status = BinaryDialect.status(in); status >= 0; status = BinaryDialect.status(in)) {
                last = status;
                missing--;
                if (status != 0 && answers > 1) {
                    throw new IOException("a write is answered with status " + status);
                }
            }
            in.compact();
        }
        return last;
    }

    /** Requests at a steady rate, one after another; every tenth looks for one of the million. */
    private final class Foreground {
        private final SocketChannel channel;
        private final Histogram latencies = new Histogram(3);
        private long late;
        private long looked;

        Foreground(SocketChannel channel) {
            this.channel = channel;
        }

        /** A request that is late counts from when it was due. */
        void run(int requests, long instant) throws IOException {
            long began = SystemClock.INSTANCE.tickNanos();
            for (int count = 0; count < requests; count++) {
                long due = began + count * 1_000_000_000L / FOREGROUND;
                for (long wait = due - SystemClock.INSTANCE.tickNanos(); wait > 0; ) {
                    LockSupport.parkNanos(wait);
                    wait = due - SystemClock.INSTANCE.tickNanos();
                }
                if (count % 10 == 0) {
                    look(instant);
                } else {
                    out.clear();
                    dialect.ask(out, count % 2 == 0 ? KvWork.Kind.GET : KvWork.Kind.SET, random.nextInt(Pairs.KEYS));
                    exchange(channel, 1);
                }
                latencies.recordValue(SystemClock.INSTANCE.tickNanos() - due);
            }
        }

        private void look(long instant) throws IOException {
            boolean isOver = SystemClock.INSTANCE.wallMillis() >= instant;
            out.clear();
            dialect.ask(out, KvWork.Kind.GET, FIRST + random.nextInt(keys));
            int status = exchange(channel, 1);
            if (isOver) {
                looked++;
                late += status == MISSING ? 0 : 1;
            }
        }
    }

    private long items() throws IOException {
        return number(ITEMS, target.management(), "/pools/default/buckets/default");
    }

    private long destroyed() throws IOException {
        return number(PURGED, target.admin(), "/metrics");
    }

    private static long number(Pattern pattern, int port, String path) throws IOException {
        Matcher matcher = pattern.matcher(get(port, path));
        return matcher.find() ? (long) Double.parseDouble(matcher.group(1)) : 0;
    }

    private static String get(int port, String path) throws IOException {
        String login = Base64.getEncoder().encodeToString("Administrator:password".getBytes(UTF_8));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost:" + port + "\r\nAuthorization: Basic "
                    + login + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
