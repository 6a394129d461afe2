package dev.mayfly.engine.check;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a check.
 *
 * @param documents how many documents were looked at
 * @param indexEntries how many entries of indexes
 * @param queueEntries how many entries of queues
 * @param findings the first of what was found
 * @param found how much was found in all
 */
public record CheckReport(
        long documents, long indexEntries, long queueEntries, List<CheckFinding> findings, long found) {
    /** The largest number of findings in a report. */
    public static final int FINDINGS_MAX = 10_000;

    public static final CheckReport NOTHING = new CheckReport(0, 0, 0, List.of(), 0);

    public CheckReport {
        findings = List.copyOf(findings);
    }

    /** Returns true if nothing was found. */
    public boolean isClean() {
        return found == 0;
    }

    public CheckReport and(CheckReport other) {
        List<CheckFinding> all = new ArrayList<>(findings);
        other.findings.stream().limit(FINDINGS_MAX - findings.size()).forEach(all::add);
        return new CheckReport(
                documents + other.documents,
                indexEntries + other.indexEntries,
                queueEntries + other.queueEntries,
                all,
                found + other.found);
    }
}
