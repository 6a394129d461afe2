package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.definition.ExpireGuard;
import dev.mayfly.engine.definition.PolicyChangeMaker;
import dev.mayfly.engine.definition.PolicyChanges;
import dev.mayfly.engine.definition.SchemaChanges;
import dev.mayfly.engine.definition.Undo;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.event.ExpiryListeners;
import dev.mayfly.engine.forecast.DryRuns;
import dev.mayfly.engine.forecast.ExpiredHistory;
import dev.mayfly.engine.hidden.ExpiryCounts;
import dev.mayfly.engine.hidden.HiddenRestore;
import dev.mayfly.engine.hidden.HoldRegistry;
import dev.mayfly.engine.hidden.LivingWalk;
import dev.mayfly.engine.sweep.DueNotice;
import dev.mayfly.engine.sweep.SweepSchedule;
import dev.mayfly.engine.sweep.SweptCollection;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionState;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.StoreErrors;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.engine.write.Writer;

/** One collection put together: what follows its commits, and what reads, writes, changes and sweeps it. */
final class CollectionParts {
    private final CollectionCommitter committer;
    private final StoreErrors storeErrors;
    private final WritePlanner planner;
    private final Writer writer;
    private final IdempotencyRecords idempotencyRecords;
    private final DryRuns dryRuns;
    private final LivingWalk livingWalk;
    private final ExpiredHistory past = new ExpiredHistory();
    private final ExpiryCounts counts = new ExpiryCounts();
    private final HiddenRestore hiddenRestore;
    private final HoldRegistry holds;
    private final PolicyChanges policyChanges;
    private final SchemaChanges schemaChanges;
    private final PolicyChangeMaker changeMaker;
    private final Undo undo;
    private final SweptCollection swept;

    CollectionParts(EngineContext context, CollectionRecord record) {
        EngineSettings settings = context.settings();
        SweepControl control = context.control();
        CollectionState state = new CollectionState(
                context.engine(),
                context.audit(),
                context.history(),
                record,
                context.forms(record.name().face()));
        SweepSchedule schedule = new SweepSchedule(context.clock().wallMillis());
        this.committer = committer(context, state, schedule);
        this.storeErrors = new StoreErrors(state.currentSchema());
        Announcer announcer = new Announcer(state.currentSchema().changeCapture(), context.events());
        this.planner = new WritePlanner(committer, announcer, settings.documentBytesMax());
        this.writer = new Writer(committer, planner, control);
        this.idempotencyRecords = new IdempotencyRecords(state);
        this.dryRuns = new DryRuns(committer, context.counting());
        this.livingWalk = new LivingWalk(committer, dryRuns.hours());
        this.hiddenRestore = new HiddenRestore(committer, planner, control);
        this.holds = new HoldRegistry(state, control);
        ExpireGuard guard = new ExpireGuard(state, dryRuns, settings.maxExpire());
        this.policyChanges = new PolicyChanges(
                committer, control, guard, settings.changeGrace().toMillis());
        this.schemaChanges = new SchemaChanges(committer, control, planner, policyChanges, guard);
        this.changeMaker = new PolicyChangeMaker(committer, control, planner, policyChanges, schemaChanges, guard);
        this.undo = new Undo(committer, policyChanges, schemaChanges, dryRuns);
        this.swept = new SweptCollection(
                committer,
                announcer,
                schedule,
                counts,
                policyChanges,
                schemaChanges,
                settings.sweep().batchDocuments());
    }

    /** The committer with everything that takes part in its commits, or hears of them. */
    private CollectionCommitter committer(EngineContext context, CollectionState state, SweepSchedule schedule) {
        DueNotice due = new DueNotice(context.control(), schedule);
        ExpiryListeners listeners = context.listeners();
        CollectionCommitter made = new CollectionCommitter(
                state,
                (PendingCommit draft, long version) -> {
                    due.committed(draft, version);
                    listeners.committed(draft, version);
                },
                context.settings().erasureRecord(),
                HistoryCursor.lastVersion(state.store(), state.partition()));
        made.add(context.events().adopt(state.partition(), state::record));
        made.add(counts);
        made.add(past);
        made.add(state.currentSchema().changeCapture());
        return made;
    }

    CollectionCommitter committer() {
        return committer;
    }

    StoreErrors storeErrors() {
        return storeErrors;
    }

    WritePlanner planner() {
        return planner;
    }

    Writer writer() {
        return writer;
    }

    IdempotencyRecords idempotencyRecords() {
        return idempotencyRecords;
    }

    LivingWalk livingWalk() {
        return livingWalk;
    }

    DryRuns dryRuns() {
        return dryRuns;
    }

    /** The counts of documents that expired in the past. */
    ExpiredHistory past() {
        return past;
    }

    /** The counts of documents that have expired since the start. */
    ExpiryCounts counts() {
        return counts;
    }

    HiddenRestore hiddenRestore() {
        return hiddenRestore;
    }

    HoldRegistry holds() {
        return holds;
    }

    PolicyChanges policyChanges() {
        return policyChanges;
    }

    SchemaChanges schemaChanges() {
        return schemaChanges;
    }

    PolicyChangeMaker changeMaker() {
        return changeMaker;
    }

    Undo undo() {
        return undo;
    }

    /** The collection as the sweeper sees it. */
    SweptCollection swept() {
        return swept;
    }
}
