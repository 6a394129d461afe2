package dev.mayfly.engine.change;

/**
 * The position of a change in the history of the whole store. Positions are never reused. A change that began after
 * another was acknowledged has a later one; where several engines write, in its shard.
 *
 * @param time the second of the wall in the upper half, a counter in the lower; without a sign
 * @param sequence orders what was committed at one time; where several engines write, the number of the partition
 */
public record ChangePosition(long time, int sequence) implements Comparable<ChangePosition> {
    /** Before everything at this time. */
    public static ChangePosition at(long time) {
        return new ChangePosition(time, 0);
    }

    /** The first time of the second in which this instant lies. */
    public static long timeOf(long epochMillis) {
        return Math.clamp(epochMillis / 1000, 0L, 0xffff_ffffL) << 32;
    }

    /** The next position there could be. */
    public ChangePosition next() {
        return sequence == Integer.MAX_VALUE ? at(time + 1) : new ChangePosition(time, sequence + 1);
    }

    @Override
    public int compareTo(ChangePosition other) {
        int byTime = Long.compareUnsigned(time, other.time);
        return byTime != 0 ? byTime : Integer.compare(sequence, other.sequence);
    }
}
