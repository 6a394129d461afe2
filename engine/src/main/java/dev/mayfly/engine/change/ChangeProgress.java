package dev.mayfly.engine.change;

import java.util.Map;
import java.util.TreeMap;

/**
 * How far a reader of the history has come.
 *
 * @param position everything before it was read, or does not concern the reader, but for what the rest says
 * @param since where several engines write: the time from which on each shard is read that is not named
 * @param shards where several engines write: the time of the entry that was read last of each shard, by the number of its
 *     partition
 */
public record ChangeProgress(ChangePosition position, long since, Map<Integer, Long> shards) {
    /*
     * Where one engine writes, the history of all shards is in one order, and a position says everything. Where several do, the
     * order holds within a shard: an engine that is stopped between the making of a batch and its commit, or that must send it
     * again, adds entries before those that others have added to other shards meanwhile. So there a reader goes by how far it
     * has come in each shard. Entries that come late are read late.
     *
     * A shard of which nothing was read for LATE_SECONDS is not named: what it may still get from before is at most so late,
     * as a batch is sent again for a shorter time.
     */

    /** By how many seconds an entry may come late to a shard that has had no others. */
    private static final long LATE_SECONDS = 60;

    public ChangeProgress {
        shards = Map.copyOf(shards);
    }

    /** Everything before the position was read, whatever comes late. */
    public static ChangeProgress at(ChangePosition position) {
        return new ChangeProgress(position, position.time(), Map.of());
    }

    /** Returns true if the position says everything. */
    public boolean isPlain() {
        return shards.isEmpty() && since == position.time();
    }

    /** The first time of a shard that was not read. */
    long startOf(int partition) {
        Long last = shards.get(partition);
        return last == null ? since : last + 1;
    }

    /** Returns the progress without what need not be remembered. */
    static ChangeProgress of(ChangePosition position, long since, Map<Integer, Long> shards) {
        long late = History.later(since, Math.max(0, (position.time() >>> 32) - LATE_SECONDS) << 32);
        Map<Integer, Long> recent = new TreeMap<>();
        shards.forEach((partition, last) -> {
            if (Long.compareUnsigned(last, late) >= 0) {
                recent.put(partition, last);
            }
        });
        return new ChangeProgress(position, late, recent);
    }

    /** Returns the progress before an entry that was read last. */
    public ChangeProgress before(ChangePosition entry) {
        if (shards.isEmpty()) {
            return at(entry);
        }
        Map<Integer, Long> earlier = new TreeMap<>(shards);
        earlier.computeIfPresent(entry.sequence(), (_, last) -> Math.min(last, entry.time() - 1));
        return new ChangeProgress(entry, since, earlier);
    }
}
