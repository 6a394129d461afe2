package dev.mayfly.engine.expiry;

import java.util.Arrays;

/**
 * All that expiry knows of one document: its version, and its instant in each queue it stands in.
 *
 * @param version the commit that wrote the document
 * @param queues the queues, without repetition
 * @param at the instant in each, in milliseconds since the epoch; {@link Deadlines#NO_DEADLINE} where it stands in none
 */
public record Instants(long version, int[] queues, long[] at) {
    private static final int[] NO_QUEUES = {};
    private static final long[] NO_INSTANTS = {};

    public Instants {
        if (queues.length != at.length) {
            throw new IllegalArgumentException("an instant for every queue");
        }
    }

    public static Instants none(long version) {
        return new Instants(version, NO_QUEUES, NO_INSTANTS);
    }

    /** The instant in a queue, or {@link Deadlines#NO_DEADLINE}. */
    public long in(int queue) {
        for (int index = 0; index < queues.length; index++) {
            if (queues[index] == queue) {
                return at[index];
            }
        }
        return Deadlines.NO_DEADLINE;
    }

    @Override
    public String toString() {
        return "version " + version + " at " + Arrays.toString(at) + " in " + Arrays.toString(queues);
    }
}
