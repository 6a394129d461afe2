package dev.mayfly.face.transport.connection;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts refused connections by the bound they were refused for, and logs one line a minute for each. */
public final class RefusedConnections {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedConnections.class);
    private static final long LINE_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private final Map<ConnectionBound, Count> counts = new EnumMap<>(ConnectionBound.class);

    synchronized void add(ConnectionBound bound, String face, String address) {
        Count count = count(bound);
        count.all++;
        count.unlogged++;
        count.lastFace = face;
        count.lastAddress = address;
    }

    public synchronized long all() {
        return counts.values().stream().mapToLong(count -> count.all).sum();
    }

    public synchronized long of(ConnectionBound bound) {
        return count(bound).all;
    }

    /** Logs what was refused since the last line, unless that line is less than a minute old. */
    synchronized void log(long tick) {
        counts.forEach((bound, count) -> {
            if (count.unlogged > 0 && (!count.wasLogged || tick - count.loggedAt >= LINE_EVERY_NANOS)) {
                LOG.warn(
                        "{} connections refused by the bound \"{}\", the last one from {} to {}",
                        count.unlogged,
                        bound.label(),
                        count.lastAddress,
                        count.lastFace);
                count.unlogged = 0;
                count.wasLogged = true;
                count.loggedAt = tick;
            }
        });
    }

    private Count count(ConnectionBound bound) {
        return counts.computeIfAbsent(bound, _ -> new Count());
    }

    private static final class Count {
        private long all;
        private long unlogged;
        private boolean wasLogged;
        private long loggedAt;
        private String lastFace = "";
        private String lastAddress = "";
    }
}
