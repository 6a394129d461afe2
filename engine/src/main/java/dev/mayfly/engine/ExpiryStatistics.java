package dev.mayfly.engine;

/**
 * Counts of a collection's expired documents since the engine was opened, and of its stored ones.
 *
 * @param byAccess how many were destroyed because a request met them
 * @param bySweeps how many were destroyed by the sweeper
 * @param byCompactions how many were destroyed because a sweep was asked for
 * @param byWrites how many gave way to a write
 * @param sweeps how often the sweeper has looked for some
 * @param live how many documents are live; may lag by {@link Collection#COUNT_LAG_MILLIS}
 * @param stored how many are stored, hidden ones included
 * @param bytes what those occupy
 * @param tombstones how many tombstones stand
 */
public record ExpiryStatistics(
        long byAccess,
        long bySweeps,
        long byCompactions,
        long byWrites,
        long sweeps,
        long live,
        long stored,
        long bytes,
        long tombstones) {
    public static final ExpiryStatistics NOTHING = new ExpiryStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0);

    public ExpiryStatistics plus(ExpiryStatistics other) {
        return new ExpiryStatistics(
                byAccess + other.byAccess,
                bySweeps + other.bySweeps,
                byCompactions + other.byCompactions,
                byWrites + other.byWrites,
                sweeps + other.sweeps,
                live + other.live,
                stored + other.stored,
                bytes + other.bytes,
                tombstones + other.tombstones);
    }
}
