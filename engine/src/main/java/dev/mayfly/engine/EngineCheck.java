package dev.mayfly.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Verifies that what an engine holds is consistent: documents, index entries, queue entries, marks, records of
 * announcements and totals.
 *
 * <p>A check reads from a snapshot if the store offers one, and then blocks no other work. A repair lets no writer
 * into the collection that it works on.
 */
public final class EngineCheck {
    private EngineCheck() {}

    /**
     * The result of a check.
     *
     * @param documents how many documents were looked at
     * @param indexEntries how many entries of indexes
     * @param queueEntries how many entries of queues
     * @param findings the first of what was found
     * @param found how much was found in all
     */
    public record Report(
            long documents, long indexEntries, long queueEntries, List<CheckFinding> findings, long found) {
        /** The largest number of findings in a report. */
        public static final int FINDINGS_MAX = 10_000;

        public Report {
            findings = List.copyOf(findings);
        }

        /** Returns true if nothing was found. */
        public boolean isClean() {
            return found == 0;
        }

        private Report and(Report other) {
            List<CheckFinding> all = new ArrayList<>(findings);
            other.findings.stream().limit(FINDINGS_MAX - findings.size()).forEach(all::add);
            return new Report(
                    documents + other.documents,
                    indexEntries + other.indexEntries,
                    queueEntries + other.queueEntries,
                    all,
                    found + other.found);
        }
    }

    private static final Report NOTHING = new Report(0, 0, 0, List.of(), 0);

    /** Verifies every collection. */
    public static Report check(Engine engine) {
        return run(engine, false);
    }

    /** Verifies one collection; nothing is found in one that is dropped meanwhile. */
    public static Report check(Collection collection) {
        CollectionCommitter committer = collection.committer();
        return committer.isDropped() ? NOTHING : CollectionCheck.check(committer);
    }

    /** Verifies every collection, and puts right what the documents tell how to. */
    public static Report repair(Engine engine) {
        return run(engine, true);
    }

    private static Report run(Engine engine, boolean heals) {
        Report report = NOTHING;
        for (Collection collection : engine.catalog().all()) {
            CollectionCommitter committer = collection.committer();
            if (!committer.isDropped()) {
                report = report.and(heals ? CollectionCheck.repair(committer) : CollectionCheck.check(committer));
            }
        }
        return report;
    }
}
