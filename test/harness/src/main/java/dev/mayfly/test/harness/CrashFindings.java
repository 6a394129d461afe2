package dev.mayfly.test.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * The mistakes that a comparison with a ledger found.
 *
 * @param lost documents that are missing or older than acknowledged
 * @param zombies documents that were deleted or have expired, and are there
 * @param early documents that are gone before their deadline
 */
public record CrashFindings(List<String> lost, List<String> zombies, List<String> early) {
    public CrashFindings() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    public boolean isEmpty() {
        return lost.isEmpty() && zombies.isEmpty() && early.isEmpty();
    }

    void addAll(CrashFindings others) {
        lost.addAll(others.lost);
        zombies.addAll(others.zombies);
        early.addAll(others.early);
    }

    /** The counts, as a summary of a run has them. */
    public String counts() {
        return lost.size() + " lost, " + zombies.size() + " zombies, " + early.size() + " early";
    }
}
