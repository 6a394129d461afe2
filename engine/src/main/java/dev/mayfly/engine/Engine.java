package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.erasure.ErasureLog;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.sweep.SweepPause;
import dev.mayfly.engine.sweep.Sweeper;
import dev.mayfly.engine.sweep.SweptCollection;
import dev.mayfly.engine.transaction.OpenTransaction;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that know when they die, over any store. Safe for concurrent use. Does not own the store, the clock or the
 * executor.
 */
public final class Engine implements AutoCloseable {
    private static final int SHARDS_WHERE_SHARED = 16;
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    /** The interval at which the counts of expired documents are saved. */
    private static final long PAST_SAVE_MILLIS = 60_000;

    private final EngineContext context;
    private final Catalog catalog;
    private final Sweeper sweeper;
    private final Timers timers;
    private volatile boolean closed;
    private volatile long pastSavedAt;

    /**
     * The clock, timers and threads that run an engine.
     *
     * @param clock what deadlines are compared with
     * @param timers by the same clock: what wakes the sweeper
     * @param sweeps where the sweeper runs; the calling thread under a virtual clock
     * @param pacer holds the sweeper back beside foreground work
     */
    public record Machinery(ClockGuard clock, Timers timers, Executor sweeps, Pacer pacer) {}

    private Engine(Store store, Machinery machinery, EngineSettings settings) {
        this.context = new EngineContext(store, machinery.clock(), settings);
        this.timers = machinery.timers();
        this.catalog = new Catalog(context);
        this.sweeper = new Sweeper(
                context.sweep(),
                () -> swept(catalog.all()),
                isShared() ? new RecordedPause(records("engine")) : SweepPause.ofProcess(),
                timers,
                machinery.sweeps(),
                machinery.pacer());
        context.audit().setSettled(catalog::settledVersion);
        catalog.setGraveDigger(sweeper::sweepNow);
        machinery.clock().addListener(catalog::endSuspicion);
        machinery.clock().addListener(_ -> context.control().noteDue(Long.MIN_VALUE));
    }

    /** Opens what the store holds, finishes what the last process left half done, and begins to sweep. */
    public static Engine open(Store store, Machinery machinery, EngineSettings settings) {
        Engine engine = new Engine(store, machinery, settings);
        engine.catalog.restore();
        engine.keepMark();
        engine.sweeper.start();
        engine.prepareForecasts();
        return engine;
    }

    private void keepMark() {
        if (!closed) {
            context.clock().saveMark();
            if (context.clock().wallMillis() - pastSavedAt >= PAST_SAVE_MILLIS) {
                savePast();
                prepareForecasts();
            }
            timers.schedule(Duration.ofMillis(ClockGuard.SAVE_INTERVAL_MILLIS), this::keepMark);
        }
    }

    /** Counts large collections in the background, before the first forecast or mass expiry needs it. */
    private void prepareForecasts() {
        for (Collection collection : catalog.all()) {
            collection.parts().dryRuns().hours().prepare();
        }
    }

    private void savePast() {
        pastSavedAt = context.clock().wallMillis();
        for (Collection collection : catalog.all()) {
            try {
                collection.parts().past().save(collection.parts().shards(), pastSavedAt);
            } catch (EngineException | StoreException failure) {
                LOG.warn("the counts of what has expired could not be saved", failure);
            }
        }
    }

    public Catalog catalog() {
        return catalog;
    }

    public Sweeper sweeper() {
        return sweeper;
    }

    /** The history of changes, for its readers. */
    public History history() {
        return context.history();
    }

    /** The log of expiry events, for its readers. */
    public EventLog events() {
        return context.events();
    }

    public ClockGuard clock() {
        return context.clock();
    }

    /** The version given out last: whatever is written from now on has a greater one. */
    public long lastVersion() {
        return context.versions().last();
    }

    /** Takes a version for something of a face's own that has its place among the changes of documents. */
    public long takeVersion() {
        return context.versions().next();
    }

    /** The audit log of changes that concern lifetimes. */
    public AuditLog audit() {
        return context.audit();
    }

    /** The log of documents that were destroyed because they had expired. */
    public ErasureLog erasures() {
        return new ErasureLog(
                context.store(),
                context.settings().logs().erasures(),
                catalog::settledVersion,
                () -> catalog.all().stream()
                        .flatMap(collection -> collection.record().partitions().stream())
                        .toList());
    }

    public void addListener(ExpiryListener listener) {
        context.listeners().add(listener);
    }

    /** The settings that the engine was opened with. */
    public EngineSettings settings() {
        return context.settings();
    }

    /** Small durable records of a face: its users, its settings. */
    public FaceRecords records(String face) {
        return new FaceRecords(context.store(), face, context.engine().catalogWatch());
    }

    /** The servers that share the store; this one alone where no other may write it. */
    public LiveNodes nodes() {
        return context.nodes();
    }

    /** Returns true if other engines may write the store, too. */
    public boolean isShared() {
        return context.engine().isShared();
    }

    /**
     * The number of shards of a new collection that its face may divide as it likes. Where several engines write, the writers
     * of one shard take turns, so there are more of them.
     */
    public int usualShards() {
        int set = context.settings().storage().shards();
        return isShared() && set == 1 ? SHARDS_WHERE_SHARED : set;
    }

    /** Returns true if the store below supports transactions. */
    public boolean canBegin() {
        return context.store()
                .capabilities()
                .containsAll(Set.of(Capability.SNAPSHOTS, Capability.COMMITS_ACROSS_PARTITIONS));
    }

    /** Makes everything acknowledged so far survive a loss of power. */
    public void sync() {
        context.engine().sync();
    }

    /**
     * Begins what {@link #sync} does, without waiting for it.
     *
     * @param ended is called once, on any thread, which it must not keep: with null when it is done, or with why it has
     *     failed
     */
    public void beginSync(Consumer<@Nullable Throwable> ended) {
        context.engine().beginSync(ended);
    }

    /**
     * Sweeps these collections, whatever their pace, and makes the store give back the space of what is gone; of what had
     * been destroyed or purged before, in any collection, nothing is left then. Blocks until it is done, which may take long.
     *
     * @return how many documents were destroyed
     */
    public long compact(List<Collection> collections) {
        try {
            long destroyed = sweeper.compact(swept(collections));
            context.store().compact();
            return destroyed;
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /**
     * Sweeps these collections, whatever their pace, and then takes away all their tombstones, however young they are, and
     * the events of what expired there; does nothing while sweeping is forbidden.
     */
    public void purge(List<Collection> collections) {
        sweeper.compact(swept(collections));
        sweeper.purge(swept(collections));
    }

    private static List<SweptCollection> swept(List<Collection> collections) {
        return collections.stream()
                .flatMap(collection -> collection.parts().swept().stream())
                .toList();
    }

    /** The instant as of which a request that begins now reads. */
    public ReadInstant instant() {
        return ReadInstant.of(context.clock());
    }

    /** Reads of a request that reads more than once, as of the first of them. */
    public FrozenReads frozenReads() {
        return new FrozenReads(context.engine());
    }

    /** Begins a transaction, as of now. */
    public Transaction begin() {
        try {
            return new Transaction(new OpenTransaction(context.engine(), context.transactions()));
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** The collection of this name, or null. */
    public @Nullable Collection find(CollectionName name) {
        return catalog.find(name);
    }

    /** The names of a face's collections. */
    public List<Collection> collections(String face) {
        return catalog.all().stream()
                .filter(collection -> collection.name().face().equals(face))
                .toList();
    }

    @Override
    public void close() {
        closed = true;
        context.history().close();
        context.events().close();
        context.counting().close();
        sweeper.stop();
        savePast();
        context.clock().saveMark();
    }
}
