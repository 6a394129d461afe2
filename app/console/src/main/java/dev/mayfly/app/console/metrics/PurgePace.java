package dev.mayfly.app.console.metrics;

import dev.mayfly.base.clock.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of documents destroyed lately, in slots of five seconds of the machine's clock. Safe for concurrent use.
 */
public final class PurgePace {
    public static final int SLOT_SECONDS = 5;
    private static final long SLOT_NANOS = SLOT_SECONDS * 1_000_000_000L;

    /** For ten minutes. */
    static final int SLOTS = 120;

    private final Clock machine;
    private final long[] slots = new long[SLOTS];
    private long latest;

    /** @param machine the clock of the pace; on a wound clock a day would pass in a second */
    PurgePace(Clock machine) {
        this.machine = machine;
        this.latest = slot();
    }

    private long slot() {
        return Math.floorDiv(machine.tickNanos(), SLOT_NANOS);
    }

    synchronized void add(int documents) {
        roll();
        slots[place(latest)] += documents;
    }

    private static int place(long slot) {
        return Math.floorMod(slot, SLOTS);
    }

    /** Goes on to the slot of now; those between were idle. */
    private void roll() {
        long now = slot();
        for (long slot = Math.max(latest + 1, now - SLOTS + 1); slot <= now; slot++) {
            slots[place(slot)] = 0;
        }
        latest = Math.max(latest, now);
    }

    /** Each slot of the past ten minutes, the oldest first; the last is not over yet. */
    public synchronized List<Long> documents() {
        roll();
        List<Long> documents = new ArrayList<>(SLOTS);
        for (long slot = latest - SLOTS + 1; slot <= latest; slot++) {
            documents.add(slots[place(slot)]);
        }
        return documents;
    }
}
