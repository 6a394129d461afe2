package dev.mayfly.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One step of a random history; what it means in detail follows from its dice when it is taken. */
record ModelStep(Kind kind, long[] dice) {
    /** The number of dice that a step may throw. */
    private static final int DICE = 24;

    /** What there is to do, with how often it is done. */
    enum Kind {
        PUT(18),
        INSERT(14),
        UPDATE(6),
        COMPARE_AND_SET(3),
        DELETE(5),
        WRITE_MANY(4),
        ADVANCE(14),
        ADVANCE_TO_DEADLINE(10),
        STEP_WALL(3),
        RETURN_WALL(2),
        CONFIRM(1),
        SWEEP(4),
        PAUSE(3),
        RESUME(4),
        TICK(4),
        RESTART(2),
        CHANGE_SECONDS(6),
        CHANGE_MODIFIED(4),
        CHANGE_GRACE(3),
        CHANGE_VISIBILITY(3),
        CHANGE_MASK(3),
        UNDO(3),
        MANY_CHANGES(1),
        CREATE_INDEX(5),
        DROP_INDEX(4),
        ADD_RULE(2),
        HOLD(2),
        RELEASE(3),
        RESTORE(4),
        PURGE(1);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }
    }

    private static final List<Kind> URN = urn();

    private static List<Kind> urn() {
        List<Kind> urn = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int ball = 0; ball < kind.weight; ball++) {
                urn.add(kind);
            }
        }
        return List.copyOf(urn);
    }

    static List<ModelStep> history(RandomGenerator random, int steps) {
        List<ModelStep> history = new ArrayList<>(steps);
        for (int step = 0; step < steps; step++) {
            Kind kind = URN.get(random.nextInt(URN.size()));
            history.add(new ModelStep(kind, random.longs(DICE).toArray()));
        }
        return history;
    }

    /** The throw of one die, from 0 until the bound. */
    int pick(int die, int bound) {
        return (int) Math.floorMod(dice[die], (long) bound);
    }

    @Override
    public String toString() {
        return kind.toString();
    }
}
