package dev.mayfly.bench;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** An engine and its store with one collection of {@link Documents}, an index over {@code f} and a TTL index. */
final class Rig implements AutoCloseable {
    static final long START = 1_767_225_600_000L;

    /** The lifetime that the TTL index gives at first: a day after the date. */
    static final long DAY_SECONDS = 86_400;

    private static final long HOUR_SECONDS = 3_600;
    private static final int REQUEST = 1000;
    private static final CollectionName NAME = new CollectionName("bench", "db", "c");

    /** A place that keeps nothing. */
    static final String MEMORY = "memory";

    final Documents documents = new Documents();
    private final Store store;
    private final Engine engine;
    private final Collection collection;
    private boolean strewn;
    private final List<AutoCloseable> owned = new ArrayList<>();

    private Rig(Store store, Clock clock, Timers timers, @Nullable ExecutorService sweeps, EventSettings events) {
        this(store, clock, timers, sweeps, EngineSettings.DEFAULTS.withEvents(events));
    }

    private Rig(Store store, Clock clock, Timers timers, @Nullable ExecutorService sweeps, EngineSettings settings) {
        this.store = store;
        ClockGuard guard = new ClockGuard(
                clock, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        Pacer pacer = sweeps == null ? Pacer.UNPACED : Pacer.ofMachine();
        Executor executor = sweeps == null ? Runnable::run : sweeps;
        Engine.Machinery machinery = new Engine.Machinery(guard, timers, executor, pacer);
        engine = Engine.open(store, machinery, settings.withChangeGrace(Duration.ZERO));
        Collection found = engine.find(NAME);
        collection = found == null ? created() : found;
    }

    /** Time stands still, and nothing is swept unless somebody asks for it. */
    static Rig frozen(String place) {
        VirtualClock clock = new VirtualClock(START);
        return new Rig(store(place), clock, clock, null, EventSettings.DEFAULTS);
    }

    /** As {@link #frozen}, with a collection of this number of shards. */
    static Rig sharded(String place, int shards) {
        VirtualClock clock = new VirtualClock(START);
        return new Rig(store(place), clock, clock, null, EngineSettings.DEFAULTS.withShards(shards));
    }

    /** As {@link #frozen}, without a log of events. */
    static Rig untold(String place) {
        VirtualClock clock = new VirtualClock(START);
        return new Rig(store(place), clock, clock, null, EventSettings.NONE);
    }

    /** On the machine's clock, swept as in the server. */
    static Rig live(String place) {
        SystemTimers timers = new SystemTimers("bench-timers");
        ExecutorService sweeps = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("bench-sweeps").factory());
        Rig rig = new Rig(store(place), SystemClock.INSTANCE, timers, sweeps, EventSettings.DEFAULTS);
        rig.owned.add(timers);
        rig.owned.add(sweeps);
        return rig;
    }

    private static Store store(String place) {
        return place.equals(MEMORY) ? new MemoryStore() : RocksStore.open(Path.of(place));
    }

    private Collection created() {
        Collection made = engine.catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
        made.definition().createIndex(index("f", null));
        made.definition().createIndex(index("at", new IndexRequest.TtlRule.OverField(FieldPath.of("at"), DAY_SECONDS)));
        return made;
    }

    private static IndexRequest index(String field, IndexRequest.@Nullable TtlRule rule) {
        return new IndexRequest(
                field,
                IndexDefinition.Kind.ORDERED,
                List.of(KeyPart.ascending(field)),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                rule);
    }

    /** Adds the rule that a property which every document has dies an hour after it was set. */
    void limitProperty() {
        FieldPath path = FieldPath.of("filler");
        PropertyTerm term = new PropertyTerm(path, PropertyTerm.Start.PROPERTY_SET);
        collection
                .definition()
                .createIndex(new IndexRequest(
                        "filler",
                        IndexDefinition.Kind.LISTED,
                        List.of(),
                        false,
                        false,
                        false,
                        IndexDefinition.NO_BYTES,
                        IndexDefinition.NO_BYTES,
                        new IndexRequest.TtlRule.OverProperty(term, path, HOUR_SECONDS)));
    }

    Store store() {
        return store;
    }

    Engine engine() {
        return engine;
    }

    Collection collection() {
        return collection;
    }

    void put(int number, long date, Durability durability) {
        collection.write(documents.key(number), durability, (_, _) -> decision(number, date));
    }

    void put(int number) {
        put(number, dateOf(number), Durability.LOGGED);
    }

    /** A date in the past, so that a policy of seconds can hide the document: rising with the numbers, or strewn. */
    long dateOf(int number) {
        return START - 10_000_000 + (strewn ? Long.remainderUnsigned(Documents.mix(number), 1_000_000) : number / 1000);
    }

    /** From now on the dates come in no order, as they do where documents of all ages are written. */
    void strew() {
        strewn = true;
    }

    void putAll(int from, int until) {
        putAll(from, until, this::dateOf);
    }

    private void putAll(int from, int until, IntToLongFunction dates) {
        List<WriteRequest> requests = new ArrayList<>(until - from);
        for (int number = from; number < until; number++) {
            int one = number;
            requests.add(new WriteRequest(documents.key(one), (_, _) -> decision(one, dates.applyAsLong(one))));
        }
        collection.writeAll(requests, true, Durability.LOGGED);
    }

    /** Puts documents, a given number to a millisecond, beginning with this date. */
    void loadAt(int from, int until, long date, int perMilli) {
        for (int at = from; at < until; at += REQUEST) {
            putAll(at, Math.min(until, at + REQUEST), number -> date + (number - from) / perMilli);
        }
    }

    /** Puts the documents from one number to another, in large requests. */
    void load(int from, int until) {
        for (int at = from; at < until; at += REQUEST) {
            putAll(at, Math.min(until, at + REQUEST));
        }
    }

    private Decision decision(int number, long date) {
        return new Decision.Put(documents.body(number, date), Lifetime.INHERIT, Stamp.NO_FACE_BYTES);
    }

    boolean isThere(int number) {
        return collection.get(collection.reading(), documents.key(number)) != null;
    }

    /** Answers how many nanoseconds the change took. */
    long changePolicy(long seconds) {
        int queue = collection.record().index("at").orElseThrow().id();
        long began = SystemClock.INSTANCE.tickNanos();
        collection.definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, seconds))));
        return SystemClock.INSTANCE.tickNanos() - began;
    }

    /** Reads the first live documents; answers how many there were. */
    int page(int limit) {
        int seen = 0;
        try (DocumentCursor cursor = collection.scan(collection.reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            while (seen < limit && cursor.next() != null) {
                seen++;
            }
        }
        return seen;
    }

    /** The end of the documents, if they are numbered from 0 without a gap. */
    int count() {
        return (int) collection.storedSize().documents();
    }

    @Override
    public void close() {
        engine.close();
        for (AutoCloseable one : owned) {
            try {
                one.close();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }
        store.close();
    }
}
