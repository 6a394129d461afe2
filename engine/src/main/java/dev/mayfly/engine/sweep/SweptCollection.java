package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.definition.PolicyChanges;
import dev.mayfly.engine.definition.SchemaChanges;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.hidden.ExpiryCounts;
import dev.mayfly.engine.write.CollectionCommitter;
import java.util.concurrent.atomic.AtomicLong;

/** One collection as the sweeper sees it. Safe for concurrent use. */
public final class SweptCollection {
    private final CollectionCommitter committer;
    private final Announcer announcer;
    private final SweepSchedule schedule;
    private final ExpiryCounts counts;
    private final PolicyChanges policyChanges;
    private final SchemaChanges schemaChanges;
    private final RecordWalk recordWalk;
    private final AtomicLong visits = new AtomicLong();

    /** @param batchRecords the number of records of announcements that are looked at together */
    public SweptCollection(
            CollectionCommitter committer,
            Announcer announcer,
            SweepSchedule schedule,
            ExpiryCounts counts,
            PolicyChanges policyChanges,
            SchemaChanges schemaChanges,
            int batchRecords) {
        this.committer = committer;
        this.announcer = announcer;
        this.schedule = schedule;
        this.counts = counts;
        this.policyChanges = policyChanges;
        this.schemaChanges = schemaChanges;
        this.recordWalk = new RecordWalk(committer, announcer, batchRecords);
    }

    CollectionName name() {
        return committer.record().name();
    }

    CollectionCommitter committer() {
        return committer;
    }

    Announcer announcer() {
        return announcer;
    }

    /** The schedule of the sweeper's looks, used if the collection has a pace of its own. */
    SweepSchedule schedule() {
        return schedule;
    }

    ExpiryCounts counts() {
        return counts;
    }

    PolicyChanges policyChanges() {
        return policyChanges;
    }

    SchemaChanges schemaChanges() {
        return schemaChanges;
    }

    RecordWalk recordWalk() {
        return recordWalk;
    }

    /** The number of times the sweeper has looked into a queue of the collection. */
    public long visits() {
        return visits.get();
    }

    void countVisit() {
        visits.incrementAndGet();
    }
}
