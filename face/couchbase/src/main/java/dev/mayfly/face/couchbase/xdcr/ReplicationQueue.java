package dev.mayfly.face.couchbase.xdcr;

import java.util.EnumMap;
import java.util.Map;

/**
 * Which replications of a server have something to send, by their priorities. One gives way a little before each page while
 * others of a higher priority have something. Safe for concurrent use.
 */
final class ReplicationQueue {
    private static final long PAUSE_NANOS = 20_000_000;

    private final Map<ReplicationPriority, Integer> busy = new EnumMap<>(ReplicationPriority.class);

    synchronized void begin(ReplicationPriority priority) {
        busy.merge(priority, 1, Integer::sum);
    }

    synchronized void end(ReplicationPriority priority) {
        busy.merge(priority, -1, Integer::sum);
    }

    /** Returns for how many nanoseconds one of this priority waits before it sends a page. */
    synchronized long pauseNanos(ReplicationPriority priority) {
        long ranks = 0;
        for (ReplicationPriority higher : ReplicationPriority.values()) {
            if (higher.compareTo(priority) < 0 && busy.getOrDefault(higher, 0) > 0) {
                ranks = Math.max(ranks, (long) priority.ordinal() - higher.ordinal());
            }
        }
        return ranks * PAUSE_NANOS;
    }
}
