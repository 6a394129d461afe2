package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitLatch;
import dev.mayfly.engine.commit.CommitLatches;
import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.definition.ExpireGuard;
import dev.mayfly.engine.definition.PolicyChangeMaker;
import dev.mayfly.engine.definition.PolicyChanges;
import dev.mayfly.engine.definition.SchemaChanges;
import dev.mayfly.engine.definition.Undo;
import dev.mayfly.engine.forecast.DryRuns;
import dev.mayfly.engine.forecast.ExpiredHistory;
import dev.mayfly.engine.hidden.ExpiryCounts;
import dev.mayfly.engine.hidden.HiddenListing;
import dev.mayfly.engine.hidden.HoldRegistry;
import dev.mayfly.engine.hidden.LivingWalk;
import dev.mayfly.engine.sweep.GraveWatch;
import dev.mayfly.engine.sweep.SweptCollection;
import dev.mayfly.engine.vector.VectorColumns;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.CollectionState;
import dev.mayfly.engine.write.CurrentSchema;
import dev.mayfly.engine.write.LoadSensor;
import dev.mayfly.engine.write.StoreErrors;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.engine.write.WritePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The parts of one collection: its shards, and what reads, changes and sweeps all of them. */
final class CollectionParts {
    private final List<ShardParts> each = new ArrayList<>();
    private final CollectionShards shards;
    private final StoreErrors storeErrors;
    private final DryRuns dryRuns;
    private final LivingWalk livingWalk;
    private final ExpiredHistory past = new ExpiredHistory();
    private final ExpiryCounts counts = new ExpiryCounts();
    private final HiddenListing hiddenListing;
    private final HoldRegistry holds;
    private final PolicyChanges policyChanges;
    private final SchemaChanges schemaChanges;
    private final PolicyChangeMaker changeMaker;
    private final Undo undo;
    private final List<SweptCollection> swept;
    private final LoadSensor foreground;
    private final ShardedWrites writes;
    private final CollectionCounts statistics;
    private final HiddenDocuments hiddenDocuments;
    private final ExpiryForecasts forecasts;
    private final WriteOrder writeOrder;
    private final ChangeSequence changeSequence;

    CollectionParts(EngineContext context, CollectionRecord record, long schemaNumber) {
        EngineSettings settings = context.settings();
        SweepControl control = context.control();
        this.shards = shards(context, record, schemaNumber);
        CurrentSchema schema = shards.currentSchema();
        this.storeErrors = new StoreErrors(schema);
        this.dryRuns = new DryRuns(shards, context.counting());
        this.livingWalk = new LivingWalk(shards, dryRuns.hours());
        this.hiddenListing = new HiddenListing(shards);
        this.holds = new HoldRegistry(shards, control);
        ExpireGuard guard = new ExpireGuard(schema, dryRuns, settings.expiry().maxExpire());
        this.policyChanges = new PolicyChanges(
                shards, control, guard, settings.expiry().changeGrace().toMillis());
        this.schemaChanges = new SchemaChanges(shards, control, this::plannerOf, policyChanges, guard);
        this.changeMaker = new PolicyChangeMaker(shards, control, policyChanges, schemaChanges, guard);
        this.undo = new Undo(shards, policyChanges, schemaChanges, dryRuns);
        this.swept = swept(settings.expiry().sweep().batchDocuments());
        this.foreground = control.foreground();
        this.writes = new ShardedWrites(this);
        this.statistics = new CollectionCounts(this);
        this.hiddenDocuments = new HiddenDocuments(this, control);
        this.forecasts = new ExpiryForecasts(this);
        this.writeOrder = new WriteOrder(shards);
        this.changeSequence = new ChangeSequence(this, control);
    }

    private CollectionShards shards(EngineContext context, CollectionRecord record, long schemaNumber) {
        List<CommitLatch> latches =
                Stream.generate(CommitLatch::new).limit(record.shards()).toList();
        CommitLatches together = new CommitLatches(latches);
        CurrentSchema schema = new CurrentSchema(
                context.engine(),
                context.audit(),
                context.history(),
                record,
                schemaNumber,
                context.forms(record.name().face()),
                together);
        ShardParts[] made = new ShardParts[latches.size()];
        Consumer<Integer> make = shard -> made[shard] = new ShardParts(
                context,
                new CollectionState(context.engine(), schema, shard, latches.get(shard)),
                List.of(counts, past));
        List<Integer> numbers = IntStream.range(0, made.length).boxed().toList();
        if (context.engine().isShared()) {
            // Each shard reads from the store what is known of it, which takes several round trips.
            ShardCalls.forEach(numbers, make);
        } else {
            numbers.forEach(make);
        }
        each.addAll(List.of(made));
        List<CollectionCommitter> committers =
                each.stream().map(ShardParts::committer).toList();
        return new CollectionShards(context.engine(), schema, together, committers);
    }

    /** Plans the writes of a shard. */
    WritePlanner plannerOf(CollectionCommitter shard) {
        return each.get(shard.state().shard()).planner();
    }

    private List<SweptCollection> swept(int batchRecords) {
        GraveWatch graves = new GraveWatch(each.size());
        return IntStream.range(0, each.size())
                .mapToObj(shard -> new SweptCollection(
                        shard,
                        each.get(shard).committer(),
                        each.get(shard).announcer(),
                        each.get(shard).sequence().index(),
                        each.get(shard).schedule(),
                        counts,
                        policyChanges,
                        schemaChanges,
                        graves,
                        batchRecords))
                .toList();
    }

    CollectionShards shards() {
        return shards;
    }

    /** The parts of each shard, in the order of the shards. */
    List<ShardParts> each() {
        return each;
    }

    /** The parts of the shard to which a document belongs. */
    ShardParts of(DocumentKey key) {
        return each.get(shards.shardOf(key));
    }

    /** The vectors of each shard's documents, kept in memory. */
    List<VectorColumns> vectors() {
        return each.stream().map(ShardParts::vectors).toList();
    }

    StoreErrors storeErrors() {
        return storeErrors;
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

    HiddenListing hiddenListing() {
        return hiddenListing;
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

    /** The shards as the sweeper sees them. */
    List<SweptCollection> swept() {
        return swept;
    }

    /** Counts the requests, for which the sweeper holds itself back. */
    LoadSensor foreground() {
        return foreground;
    }

    ShardedWrites writes() {
        return writes;
    }

    CollectionCounts statistics() {
        return statistics;
    }

    HiddenDocuments hiddenDocuments() {
        return hiddenDocuments;
    }

    ExpiryForecasts forecasts() {
        return forecasts;
    }

    WriteOrder writeOrder() {
        return writeOrder;
    }

    ChangeSequence changeSequence() {
        return changeSequence;
    }
}
