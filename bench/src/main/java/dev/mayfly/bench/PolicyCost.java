package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.store.api.Durability;
import java.util.Arrays;

/** Measures a change of policy, and the first page of a scan right after one that hid nearly everything. */
final class PolicyCost {
    private static final int CHANGES = 40;
    private static final int PAGE = 101;

    private final Rig rig;
    private final int documents;

    PolicyCost(Rig rig, int documents) {
        this.rig = rig;
        this.documents = documents;
    }

    void run() {
        rig.load(0, documents);
        rig.store().compact();
        change(2);
        change(3);
        long[] nanos = new long[CHANGES];
        for (int count = 0; count < CHANGES; count++) {
            nanos[count] = change(2 + count);
        }
        Arrays.sort(nanos);
        Meter.say(
                "change of policy, %,d documents          median %.2f ms   worst %.2f ms",
                documents, nanos[CHANGES / 2] / 1e6, nanos[CHANGES - 1] / 1e6);
        long hiding = rig.changePolicy(0);
        if (rig.isThere(0) || rig.isThere(documents - 1)) {
            throw new IllegalStateException("a document is visible that the change hid");
        }
        Meter.say("change that hides all, and the next read sees none    %.2f ms", hiding / 1e6);
    }

    private long change(int days) {
        return rig.changePolicy(days * Rig.DAY_SECONDS);
    }

    /** The live documents stand behind all that are hidden. */
    void firstPage() {
        rig.load(0, documents);
        for (int number = documents; number < documents + PAGE; number++) {
            rig.put(number, Rig.START + 1, Durability.LOGGED);
        }
        rig.store().compact();
        rig.changePolicy(0);
        long wall = SystemClock.INSTANCE.tickNanos();
        int seen = rig.page(PAGE);
        double seconds = (SystemClock.INSTANCE.tickNanos() - wall) / 1e9;
        Meter.say("first page of a scan, %,d just hidden       %.3f s   %d documents", documents, seconds, seen);
    }
}
