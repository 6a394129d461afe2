package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
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
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An engine over a store in memory, on a clock that a test winds. */
final class EngineFixture implements AutoCloseable, ExpiryListener {
    static final long START = 1_767_225_600_000L;
    /** For how long collections keep their changes, where that is left to them. */
    static final long HISTORY_MILLIS = Duration.ofDays(100_000).toMillis();

    /** For how long collections keep tombstones. */
    static final long TOMBSTONE_MILLIS = 100_000;

    static final CollectionName NAME = new CollectionName("test", "db", "c");

    final VirtualClock machine;
    final List<Announcement> announced = new ArrayList<>();
    private EngineSettings settings;
    private final UnaryOperator<Store> reopening;
    private Store store;
    private Engine engine;
    private ClockGuard guard;
    private LongConsumer suspicionEnd = _ -> {};
    long destroyed;
    long broughtBack;

    EngineFixture() {
        this(new MemoryStore(), EngineSettings.DEFAULTS);
    }

    EngineFixture(Store store, EngineSettings settings) {
        this(store, settings, START, UnaryOperator.identity());
    }

    /**
     * @param start what the wall shows at first
     * @param reopening gives the store that a restarted engine finds
     */
    EngineFixture(Store store, EngineSettings settings, long start, UnaryOperator<Store> reopening) {
        this.machine = new VirtualClock(start);
        this.reopening = reopening;
        this.store = store;
        this.settings = settings.forms().containsKey("test")
                ? settings
                : settings.withForms("test", EngineFixture::partialFilter);
        this.guard = newGuard();
        this.engine = open();
    }

    private ClockGuard newGuard() {
        ClockGuard made = new ClockGuard(
                machine, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        made.addListener(instant -> suspicionEnd.accept(instant));
        return made;
    }

    private Engine open() {
        Engine opened =
                Engine.open(store, new Engine.Machinery(guard, machine, Runnable::run, Pacer.UNPACED), settings);
        opened.addListener(this);
        return opened;
    }

    /** A partial filter of the tests: {@code {field: value}} as BSON. */
    private static Predicate<View> partialFilter(byte[] bytes) {
        BsonDocument filter = CatalogCodec.decode(bytes);
        String field = filter.getFirstKey();
        BsonValue wanted = filter.get(field);
        return view -> {
            View value = view.field(field);
            return value != null && value.toBsonValue().equals(wanted);
        };
    }

    /** Goes by other settings from here on. */
    void restart(UnaryOperator<EngineSettings> change) {
        settings = change.apply(settings);
        restart();
    }

    void restart() {
        engine.close();
        store = reopening.apply(store);
        guard = newGuard();
        engine = open();
    }

    /** Told of the end of every suspicion of the clock. */
    void setSuspicionEnd(LongConsumer listener) {
        suspicionEnd = listener;
    }

    Engine engine() {
        return engine;
    }

    ClockGuard guard() {
        return guard;
    }

    Store store() {
        return store;
    }

    long now() {
        return guard.wallMillis();
    }

    Collection create() {
        return create(BaseInstant.MODIFIED, List.of(), Policy.NONE);
    }

    Collection create(BaseInstant base, List<Integer> queues, Policy policy) {
        Catalog.CollectionOptions options =
                new Catalog.CollectionOptions(DocumentFormat.BSON, base, new byte[0], queues, policy);
        return engine.catalog()
                .create(
                        NAME,
                        options.keeping(
                                ChangeKeeping.recencyAndHistory(HISTORY_MILLIS).withTombstones(TOMBSTONE_MILLIS)));
    }

    Collection collection() {
        Collection found = engine.find(NAME);
        if (found == null) {
            throw new IllegalStateException("the collection is gone");
        }
        return found;
    }

    static DocumentKey key(int id) {
        return new DocumentKey(KeyWriter.encode(TreeView.of(new BsonInt32(id))));
    }

    static Decision.Put body(String json) {
        return body(json, Lifetime.INHERIT);
    }

    static Decision.Put body(String json, Lifetime lifetime) {
        return body(BsonDocument.parse(json), lifetime);
    }

    static Decision.Put body(BsonDocument document, Lifetime lifetime) {
        return new Decision.Put(CatalogCodec.encode(document), lifetime, Stamp.NO_FACE_BYTES);
    }

    /** Writes whatever is there. */
    WriteOutcome put(int id, String json) {
        return collection().write(key(id), Durability.LOGGED, (_, _) -> body(json));
    }

    WriteOutcome put(int id, String json, Lifetime lifetime) {
        return collection().write(key(id), Durability.LOGGED, (_, _) -> body(json, lifetime));
    }

    /** Writes only where nothing live is. */
    WriteOutcome insert(int id, String json) {
        return collection()
                .write(key(id), Durability.LOGGED, (current, _) -> current == null ? body(json) : Decision.KEEP);
    }

    WriteOutcome delete(int id) {
        return collection().write(key(id), Durability.LOGGED, (_, _) -> Decision.REMOVE);
    }

    @Nullable
    Document get(int id) {
        return collection().get(collection().reading(), key(id));
    }

    boolean isLive(int id) {
        return get(id) != null;
    }

    long count() {
        return collection().count(collection().reading());
    }

    List<String> scan() {
        try (DocumentCursor cursor =
                collection().scan(collection().reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            return drain(cursor);
        }
    }

    List<String> scanIndex(String name, Direction direction, KeyRange... ranges) {
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

    void index(String name, String... fields) {
        collection().definition().createIndex(request(name, false, null, fields));
    }

    void uniqueIndex(String name, String... fields) {
        collection().definition().createIndex(request(name, true, null, fields));
    }

    void ttlIndex(String name, String field, long seconds) {
        collection()
                .definition()
                .createIndex(
                        request(name, false, new IndexRequest.TtlRule.OverField(FieldPath.of(field), seconds), field));
    }

    static IndexRequest request(String name, boolean unique, IndexRequest.@Nullable TtlRule rule, String... fields) {
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
    void setSeconds(String index, long seconds) {
        int queue = collection().record().index(index).orElseThrow().id();
        change(policy -> policy.withRules(List.of(new Rule.Field(queue, seconds))));
    }

    boolean change(UnaryOperator<Policy> change) {
        return collection().definition().changePolicy(change);
    }

    void advance(Duration duration) {
        machine.advance(duration);
    }

    void sweep() {
        engine.sweeper().sweepNow();
    }

    long stored() {
        return collection().storedSize().documents();
    }

    static String at(long millis) {
        return "{\"at\": {\"$date\": {\"$numberLong\": \"" + millis + "\"}}}";
    }

    static String at(long millis, String more) {
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
        engine.close();
        store.close();
    }
}
