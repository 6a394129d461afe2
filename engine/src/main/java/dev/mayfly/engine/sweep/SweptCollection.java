package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.definition.PolicyChanges;
import dev.mayfly.engine.definition.SchemaChanges;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.hidden.ExpiryCounts;
import dev.mayfly.engine.sequence.SequenceIndex;
import dev.mayfly.engine.write.CollectionCommitter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One shard of a collection as the sweeper sees it. Safe for concurrent use. */
public final class SweptCollection {
    private final int shard;
    private final CollectionCommitter committer;
    private final Announcer announcer;
    private final SequenceIndex sequence;
    private final SweepSchedule schedule;
    private final ExpiryCounts counts;
    private final PolicyChanges policyChanges;
    private final SchemaChanges schemaChanges;
    private final GraveWatch graves;
    private final RecordWalk recordWalk;
    private final IdleSweep idle;
    private final AtomicLong visits = new AtomicLong();

    /**
     * @param graves tells for all shards which graves are empty
     * @param batchRecords the number of records of announcements that are looked at together
     */
    public SweptCollection(
            int shard,
            CollectionCommitter committer,
            Announcer announcer,
            SequenceIndex sequence,
            SweepSchedule schedule,
            ExpiryCounts counts,
            PolicyChanges policyChanges,
            SchemaChanges schemaChanges,
            GraveWatch graves,
            int batchRecords) {
        this.shard = shard;
        this.committer = committer;
        this.announcer = announcer;
        this.sequence = sequence;
        this.schedule = schedule;
        this.counts = counts;
        this.policyChanges = policyChanges;
        this.schemaChanges = schemaChanges;
        this.graves = graves;
        this.recordWalk = new RecordWalk(committer, announcer, batchRecords);
        this.idle = new IdleSweep(committer);
    }

    CollectionName name() {
        return committer.record().name();
    }

    int shard() {
        return shard;
    }

    /** The name of the lease under which the shard is swept. */
    String lease() {
        return "sweep " + name() + " " + shard;
    }

    CollectionCommitter committer() {
        return committer;
    }

    Announcer announcer() {
        return announcer;
    }

    /** Returns true if somebody hears of expiry as soon as it is due, whatever the pace of the collection. */
    boolean announcesWhenDue() {
        return sequence.isKept() || announcer.isFollowed(name());
    }

    /** The order of its changes, kept if it is followed. */
    SequenceIndex sequence() {
        return sequence;
    }

    /** The schedule of the sweeper's looks, used if the collection has a pace of its own. */
    SweepSchedule schedule() {
        return schedule;
    }

    PolicyChanges policyChanges() {
        return policyChanges;
    }

    SchemaChanges schemaChanges() {
        return schemaChanges;
    }

    /** Notes that nothing is left of these graves here; returns those of which nothing is left in the whole collection. */
    List<Grave> passed(List<Grave> empty) {
        return graves.passed(shard, empty, committer.record().policy().graves());
    }

    /** Returns true for one of the shards of a collection: what is done once a collection is done with it. */
    boolean isFirst() {
        return shard == 0;
    }

    /** Counts looks for expired documents; those of the first shard stand for all. */
    void countSweeps(long times) {
        if (isFirst()) {
            counts.swept(times);
        }
    }

    RecordWalk recordWalk() {
        return recordWalk;
    }

    /** Whether the last sweep found nothing, and for how long that holds. */
    IdleSweep idle() {
        return idle;
    }

    /** Counts the looks up to now that an idle shard would have had. */
    void countIdleLooks(long now) {
        SweepPace pace = committer.record().pace();
        SweepSchedule.State looks = idle.looks();
        if (looks != null && pace.isRegular()) {
            countSweeps(schedule.pass(pace, looks, now));
        } else if (!pace.isNever()) {
            countSweeps(1);
        }
    }

    /** The number of times the sweeper has looked into a queue of the shard. */
    public long visits() {
        return visits.get();
    }

    void countVisit() {
        visits.incrementAndGet();
    }
}
