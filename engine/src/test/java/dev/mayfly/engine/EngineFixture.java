package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRuns;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.sweep.SweptCollection;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An engine over a store in memory, on a clock that a test winds. */
public final class EngineFixture implements AutoCloseable, ExpiryListener {
    public static final long START = 1_767_225_600_000L;
    /** For how long collections keep their changes, where that is left to them. */
    static final long HISTORY_MILLIS = Duration.ofDays(100_000).toMillis();

    /** For how long collections keep tombstones. */
    static final long TOMBSTONE_MILLIS = 100_000;

    /** The number of engines over a store that several may write. */
    private static final int SHARERS = 3;

    public static final CollectionName NAME = new CollectionName("test", "db", "c");

    public final VirtualClock machine;
    public final List<Announcement> announced = new ArrayList<>();
    private EngineSettings settings;
    private final UnaryOperator<Store> reopening;
    private Store store;
    private List<Engine> engines;
    private int asked;
    private final KeptMark mark = new KeptMark();
    private ClockGuard guard;
    private LongConsumer suspicionEnd = _ -> {};
    public long destroyed;
    public long broughtBack;

    public EngineFixture() {
        this(new MemoryStore(), EngineSettings.DEFAULTS);
    }

    public EngineFixture(Store store, EngineSettings settings) {
        this(store, settings, START, UnaryOperator.identity());
    }

    /**
     * @param start what the wall shows at first
     * @param reopening gives the store that a restarted engine finds
     */
    public EngineFixture(Store store, EngineSettings settings, long start, UnaryOperator<Store> reopening) {
        this.machine = new VirtualClock(start);
        this.reopening = reopening;
        this.store = store;
        EngineSettings sharded = settings.withShards(Math.max(settings.storage().shards(), TestShards.NUMBER));
        this.settings =
                sharded.forms().containsKey("test") ? sharded : sharded.withForms("test", EngineFixture::partialFilter);
        this.guard = newGuard();
        this.engines = open();
    }

    private boolean isShared() {
        return store.capabilities().contains(Capability.TURNS);
    }

    /** A mark of a clock that outlasts engines. */
    private static final class KeptMark implements ClockGuard.MarkStore {
        private OptionalLong kept = OptionalLong.empty();

        @Override
        public OptionalLong load() {
            return kept;
        }

        @Override
        public void save(long mark) {
            kept = OptionalLong.of(mark);
        }
    }

    private ClockGuard newGuard() {
        // Where several engines write, each keeps its mark to itself; here all have one clock.
        ClockGuard.MarkStore kept = isShared() ? mark : new HighestTimeSeen(store);
        ClockGuard made = new ClockGuard(machine, kept, Duration.ofHours(1).toMillis());
        made.addListener(instant -> suspicionEnd.accept(instant));
        return made;
    }

    /** A store that several engines may write gets several. */
    private List<Engine> open() {
        int number = isShared() ? SHARERS : 1;
        List<Engine> opened = new ArrayList<>();
        for (int each = 0; each < number; each++) {
            Engine one =
                    Engine.open(store, new Engine.Machinery(guard, machine, Runnable::run, Pacer.UNPACED), settings);
            one.addListener(this);
            opened.add(one);
        }
        return opened;
    }

    /** A partial filter of the tests: {@code {field: value}} as BSON. */
    private static Predicate<View> partialFilter(byte[] bytes) {
        BsonDocument filter = BsonEncoding.decode(bytes);
        String field = filter.getFirstKey();
        BsonValue wanted = filter.get(field);
        return view -> {
            View value = view.field(field);
            return value != null && value.toBsonValue().equals(wanted);
        };
    }

    /** Goes by other settings from here on. */
    public void restart(UnaryOperator<EngineSettings> change) {
        settings = change.apply(settings);
        restart();
    }

    public void restart() {
        engines.forEach(Engine::close);
        store = reopening.apply(store);
        guard = newGuard();
        engines = open();
    }

    /** Told of the end of every suspicion of the clock. */
    void setSuspicionEnd(LongConsumer listener) {
        suspicionEnd = listener;
    }

    /** An engine of the store; each call answers the next where there are several. */
    public Engine engine() {
        asked++;
        return engines.get(asked % engines.size());
    }

    /** All engines of the store. */
    List<Engine> engines() {
        return engines;
    }

    public ClockGuard guard() {
        return guard;
    }

    public Store store() {
        return store;
    }

    public long now() {
        return guard.wallMillis();
    }

    public Collection create() {
        return create(BaseInstant.MODIFIED, List.of(), Policy.NONE);
    }

    public Collection create(BaseInstant base, List<Integer> queues, Policy policy) {
        Catalog.CollectionOptions options =
                new Catalog.CollectionOptions(DocumentFormat.BSON, base, new byte[0], queues, policy);
        return engine().catalog()
                .create(
                        NAME,
                        options.keeping(
                                ChangeKeeping.recencyAndHistory(HISTORY_MILLIS).withTombstones(TOMBSTONE_MILLIS)));
    }

    public Collection collection() {
        Collection found = engine().find(NAME);
        if (found == null) {
            throw new IllegalStateException("the collection is gone");
        }
        return found;
    }

    public static DocumentKey key(int id) {
        return new DocumentKey(KeyWriter.encode(TreeView.of(new BsonInt32(id))));
    }

    public static Decision.Put body(String json) {
        return body(json, Lifetime.INHERIT);
    }

    public static Decision.Put body(String json, Lifetime lifetime) {
        return body(BsonDocument.parse(json), lifetime);
    }

    public static Decision.Put body(BsonDocument document, Lifetime lifetime) {
        return new Decision.Put(BsonEncoding.encode(document), lifetime, Stamp.NO_FACE_BYTES);
    }

    /** Writes whatever is there. */
    public WriteOutcome put(int id, String json) {
        return collection().write(key(id), Durability.LOGGED, (_, _) -> body(json));
    }

    public WriteOutcome put(int id, String json, Lifetime lifetime) {
        return collection().write(key(id), Durability.LOGGED, (_, _) -> body(json, lifetime));
    }

    /** Writes only where nothing live is. */
    public WriteOutcome insert(int id, String json) {
        return collection()
                .write(key(id), Durability.LOGGED, (current, _) -> current == null ? body(json) : Decision.KEEP);
    }

    public WriteOutcome delete(int id) {
        return collection().write(key(id), Durability.LOGGED, (_, _) -> Decision.REMOVE);
    }

    @Nullable
    public Document get(int id) {
        return collection().get(collection().reading(), key(id));
    }

    public boolean isLive(int id) {
        return get(id) != null;
    }

    public long count() {
        return collection().count(collection().reading());
    }

    public List<String> scan() {
        try (DocumentCursor cursor =
                collection().scan(collection().reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            return drain(cursor);
        }
    }

    public List<String> scanIndex(String name, Direction direction, KeyRange... ranges) {
        IndexDefinition index = collection().record().index(name).orElseThrow();
        List<KeyRange> all = ranges.length == 0 ? List.of(KeyRange.ALL) : List.of(ranges);
        try (DocumentCursor cursor = collection().scan(collection().reading(), index, all, direction)) {
            return drain(cursor);
        }
    }

    private static List<String> drain(DocumentCursor cursor) {
        List<String> documents = new ArrayList<>();
        for (Document document = cursor.next(); document != null; document = cursor.next()) {
            BsonView view = (BsonView) document.view();
            documents.add(view.toBsonValue().asDocument().toJson());
        }
        return documents;
    }

    public void index(String name, String... fields) {
        collection().definition().createIndex(request(name, false, null, fields));
    }

    public void uniqueIndex(String name, String... fields) {
        collection().definition().createIndex(request(name, true, null, fields));
    }

    public void ttlIndex(String name, String field, long seconds) {
        collection()
                .definition()
                .createIndex(
                        request(name, false, new IndexRequest.TtlRule.OverField(FieldPath.of(field), seconds), field));
    }

    public static IndexRequest request(
            String name, boolean unique, IndexRequest.@Nullable TtlRule rule, String... fields) {
        List<KeyPart> parts = List.of(fields).stream().map(KeyPart::ascending).toList();
        return new IndexRequest(
                name,
                IndexDefinition.Kind.ORDERED,
                parts,
                unique,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                rule);
    }

    /** Sets how long after its instant the field's rule lets documents die. */
    public void setSeconds(String index, long seconds) {
        int queue = collection().record().index(index).orElseThrow().id();
        change(policy -> policy.withRules(List.of(new Rule.Field(queue, seconds))));
    }

    public boolean change(UnaryOperator<Policy> change) {
        return collection().definition().changePolicy(change);
    }

    public void advance(Duration duration) {
        machine.advance(duration);
    }

    public void sweep() {
        engine().sweeper().sweepNow();
    }

    public long stored() {
        return collection().storedSize().documents();
    }

    public static String at(long millis) {
        return "{\"at\": {\"$date\": {\"$numberLong\": \"" + millis + "\"}}}";
    }

    public static String at(long millis, String more) {
        return "{\"at\": {\"$date\": {\"$numberLong\": \"" + millis + "\"}}, " + more + "}";
    }

    @Override
    public void announced(Announcement announcement) {
        announced.add(announcement);
    }

    @Override
    public void destroyed(CollectionName collection, int documents) {
        destroyed += documents;
    }

    @Override
    public void broughtBack(CollectionName collection, int documents) {
        broughtBack += documents;
    }

    @Override
    public void close() {
        engines.forEach(Engine::close);
        store.close();
    }

    /** What writes to a collection goes through, if it has one shard. */
    public static CollectionCommitter committer(Collection collection) {
        return collection.parts().shards().all().getFirst();
    }

    /** A collection as a whole. */
    public static CollectionShards shards(Collection collection) {
        return collection.parts().shards();
    }

    /** The forecasts of a collection, under its policy or another. */
    public static DryRuns dryRuns(Collection collection) {
        return collection.parts().dryRuns();
    }

    /** A collection as the sweeper sees it. */
    public static List<SweptCollection> swept(Collection collection) {
        return collection.parts().swept();
    }
}
