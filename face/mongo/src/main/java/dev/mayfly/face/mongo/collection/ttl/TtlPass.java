package dev.mayfly.face.mongo.collection.ttl;

import dev.mayfly.engine.catalog.CollectionName;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the sub-passes that mongod would have needed for the documents that one pass of the monitor finds. Safe for
 * concurrent use.
 */
final class TtlPass {
    /*
     * A sub-pass visits the indexes in turns. A visit ends when nothing is left, or after a limit of documents or of
     * time; the sub-pass ends when every visit has found nothing left, or after the first round of visits that ends
     * later than the sub-pass should last. So the index with the most visits decides. An event that an exact
     * collection announces between two passes belongs to the later one, and takes no time of it.
     */
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Map<Index, Visit> visits = new HashMap<>();
    private Pacing pacing = Pacing.STANDARD;
    private boolean working;
    private long subPassBegan;
    private long rounds;
    private long further;

    /**
     * The amount of work that the monitor does at a time.
     *
     * @param batches whether a visit can end before nothing is left
     * @param subPassSeconds target duration of a sub-pass
     * @param visitMillis limit on the duration of a visit, or 0 for none
     * @param visitDocuments limit on the documents that a visit deletes, or 0 for none
     */
    record Pacing(boolean batches, int subPassSeconds, int visitMillis, int visitDocuments) {
        static final Pacing STANDARD = new Pacing(true, 60, 1_000, 50_000);
    }

    private record Index(CollectionName collection, int queue) {}

    private static final class Visit {
        private long began;
        private long documents;
        private long ended;
    }

    /** The monitor looks at its collections now. */
    synchronized void begin(Pacing asked, long tickNanos) {
        pacing = asked;
        working = true;
        subPassBegan = tickNanos;
        visits.values().forEach(visit -> endEarlierVisits(visit, tickNanos));
    }

    private void endEarlierVisits(Visit visit, long tickNanos) {
        while (isFull(visit)) {
            long rest = visit.documents - pacing.visitDocuments;
            endVisit(visit, tickNanos);
            visit.documents = rest;
        }
        visit.began = tickNanos;
    }

    /** A document was deleted by the rule that rests on the queue. */
    synchronized void deleted(CollectionName collection, int queue, long tickNanos) {
        Visit visit = visits.computeIfAbsent(new Index(collection, queue), _ -> new Visit());
        if (visit.documents == 0) {
            visit.began = tickNanos;
        }
        visit.documents++;
        if (working && (isFull(visit) || takesTooLong(visit, tickNanos))) {
            endVisit(visit, tickNanos);
        }
    }

    private boolean isFull(Visit visit) {
        return pacing.batches && pacing.visitDocuments > 0 && visit.documents >= pacing.visitDocuments;
    }

    private boolean takesTooLong(Visit visit, long tickNanos) {
        return pacing.batches
                && pacing.visitMillis > 0
                && tickNanos - visit.began >= pacing.visitMillis * NANOS_PER_MILLI;
    }

    private void endVisit(Visit visit, long tickNanos) {
        visit.documents = 0;
        visit.ended++;
        if (visit.ended > rounds) {
            rounds = visit.ended;
            endRound(tickNanos);
        }
    }

    private void endRound(long tickNanos) {
        if (tickNanos - subPassBegan >= pacing.subPassSeconds * NANOS_PER_SECOND) {
            further++;
            subPassBegan = tickNanos;
        }
    }

    /** Nothing is left. Answers how many sub-passes there were, and is ready for the next pass. */
    synchronized long end() {
        long subPasses = 1 + further;
        visits.clear();
        working = false;
        rounds = 0;
        further = 0;
        return subPasses;
    }
}
