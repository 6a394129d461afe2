package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The collections of this face, by database and name. Safe for concurrent use. */
public final class MongoCollections {
    /** The engine's name for this face. */
    public static final String FACE = "mongo";

    private static final int NAMESPACE_BYTES_MAX = 255;

    private final Engine engine;
    private final Views views;
    private final Map<Integer, ArrivalOrder> arrivals;
    private final Map<Integer, DocumentChecks> checks;
    private final @Nullable Transaction transaction;
    private final @Nullable NewCollections made;
    /** The collections that open transactions have created, hidden from everyone else. */
    private final Set<CollectionName> hidden;

    private final Map<CollectionName, ReentrantLock> changing;
    private final Lifetimes lifetimes;
    private final AtomicBoolean masked;

    public MongoCollections(Engine engine) {
        this.engine = engine;
        this.transaction = null;
        this.made = null;
        this.hidden = ConcurrentHashMap.newKeySet();
        this.lifetimes = new Lifetimes(engine.records(FACE));
        this.views = new Views(engine);
        this.arrivals = new ConcurrentHashMap<>();
        this.checks = new ConcurrentHashMap<>();
        this.changing = new ConcurrentHashMap<>();
        this.masked = new AtomicBoolean();
        for (Collection collection : engine.collections(FACE)) {
            new CappedConversion(collection, engine.records(FACE)).recover();
            CollationKeys.refresh(collection);
        }
    }

    private MongoCollections(MongoCollections all, Transaction seen, NewCollections made) {
        this.engine = all.engine;
        this.views = all.views;
        this.arrivals = all.arrivals;
        this.checks = all.checks;
        this.transaction = seen;
        this.made = made;
        this.hidden = all.hidden;
        this.lifetimes = all.lifetimes;
        this.changing = all.changing;
        this.masked = all.masked;
    }

    /**
     * Returns the collections as a transaction sees them, to be found and written.
     *
     * @param made the collections it has created
     */
    public MongoCollections in(Transaction seen, NewCollections made) {
        return new MongoCollections(this, seen, made);
    }

    /** Returns the set of new collections for a transaction that begins. */
    public NewCollections newCollections(Consumer<Collection> drop) {
        return new NewCollections(hidden, drop);
    }

    /** Returns whether another transaction that is still open has created the collection. */
    public boolean isHidden(CollectionName name) {
        return !hidden.isEmpty() && hidden.contains(name) && (made == null || !made.holds(name));
    }

    /** Has a collection that was made for the transaction go with it if it is aborted. */
    public void belongsToTransaction(Collection collection) {
        if (made != null) {
            made.add(collection);
        }
    }

    public Engine engine() {
        return engine;
    }

    /** Returns the lifetimes that documents request for themselves. */
    public Lifetimes lifetimes() {
        return lifetimes;
    }

    /** Sets whether the rules of collections created from now on are held back. */
    public void setMasked(boolean mask) {
        masked.set(mask);
    }

    /**
     * A collection that holds documents.
     *
     * @throws CommandError if it is a view
     */
    public Optional<Collection> find(String database, String collection) {
        return find(new CollectionName(FACE, database, collection));
    }

    /** As above. */
    public Optional<Collection> find(CollectionName name) {
        Collection found = holding(name);
        return Optional.ofNullable(found == null ? null : seen(found));
    }

    private Collection seen(Collection found) {
        if (transaction == null) {
            return found;
        }
        if (made != null && made.holds(found.name())) {
            made.use(found.name());
            return transaction.ofNew(found);
        }
        return transaction.of(found);
    }

    private @Nullable Collection holding(CollectionName name) {
        Collection found = isHidden(name) ? null : engine.find(name);
        if (found != null && ViewDefinition.isView(found.record())) {
            throw Views.isNoCollection(name.database(), name.collection());
        }
        return found;
    }

    /** A collection of any kind. */
    public Optional<Collection> findAny(String database, String collection) {
        return findAny(new CollectionName(FACE, database, collection));
    }

    /** As above. */
    public Optional<Collection> findAny(CollectionName name) {
        return isHidden(name) ? Optional.empty() : Optional.ofNullable(engine.find(name));
    }

    public boolean isView(String database, String collection) {
        Collection found = engine.find(new CollectionName(FACE, database, collection));
        return found != null && ViewDefinition.isView(found.record());
    }

    /** Returns whether the collection is neither a view nor capped; a missing collection is plain. */
    public boolean isPlain(String database, String collection) {
        Collection found = engine.find(new CollectionName(FACE, database, collection));
        return found == null || (!ViewDefinition.isView(found.record()) && CappedLimits.of(found.record()) == null);
    }

    /** The order in which the documents of a capped collection come. */
    public ArrivalOrder arrivals(Collection collection) {
        return arrivals.computeIfAbsent(collection.record().id(), _ -> new ArrivalOrder(collection, engine.isShared()));
    }

    /** Returns what a definition asks of documents. A definition never changes: a change makes another record. */
    @SuppressWarnings("ReferenceEquality")
    public DocumentChecks checks(CollectionRecord record) {
        DocumentChecks known = checks.get(record.id());
        if (known == null || known.record() != record) {
            known = DocumentChecks.of(record);
            checks.put(record.id(), known);
        }
        return known;
    }

    /** Bounds a collection, which loses its indexes. */
    public void convertToCapped(Collection collection, BsonValue size) {
        new CappedConversion(collection, engine.records(FACE)).run(size);
    }

    /** Forgets the data needed only while the collection exists. */
    public void forget(Collection collection) {
        arrivals.remove(collection.record().id());
        checks.remove(collection.record().id());
    }

    public Views views() {
        return views;
    }

    /** As {@link #find}, but creates a missing collection. */
    public Collection findOrCreate(String database, String collection) {
        return findOrCreate(new CollectionName(FACE, database, collection));
    }

    public Collection findOrCreate(CollectionName name) {
        Collection found = holding(name);
        if (found != null) {
            return seen(found);
        }
        Collection created = created(name);
        return transaction == null ? created : seen(created);
    }

    /** As {@link #findOrCreate}, for a change of the collection and not of its documents, which nothing puts off. */
    public Collection findOrCreateDefinition(CollectionName name) {
        Collection found = holding(name);
        return found == null ? created(name) : found;
    }

    private Collection created(CollectionName name) {
        requireName(name.database(), name.collection());
        if (transaction != null) {
            return createdForTransaction(name);
        }
        hidden.remove(name);
        return engine.catalog().findOrCreate(name, options(new BsonDocument()));
    }

    private Collection createdForTransaction(CollectionName name) {
        try {
            Collection collection = engine.catalog().create(name, options(new BsonDocument()));
            belongsToTransaction(collection);
            return collection;
        } catch (EngineException failure) {
            throw MongoErrors.codeOf(failure.error()) == MongoCode.NAMESPACE_EXISTS
                    ? new CommandError(MongoCode.WRITE_CONFLICT, "another client has made the collection meanwhile")
                    : failure;
        }
    }

    /**
     * Splits a namespace, {@code database.collection}.
     *
     * @throws CommandError if it is not the name of a collection in a database
     */
    public static CollectionName namespace(String namespace) {
        int dot = namespace.indexOf('.');
        if (dot <= 0 || dot == namespace.length() - 1) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "Invalid namespace specified '" + namespace + "'");
        }
        return new CollectionName(FACE, namespace.substring(0, dot), namespace.substring(dot + 1));
    }

    public Collection create(String database, String collection) {
        return create(database, collection, new BsonDocument());
    }

    /** @param options as they are to be listed */
    public Collection create(String database, String collection, BsonDocument options) {
        requireName(database, collection);
        return engine.catalog().create(new CollectionName(FACE, database, collection), options(options));
    }

    /** Makes a collection of this number of shards, divided by this pattern. */
    public Collection createSharded(CollectionName name, BsonDocument options, BsonDocument key, int shards) {
        requireName(name.database(), name.collection());
        BsonDocument identity = new BsonDocument("uuid", uuid()).append(ShardKey.FIELD, key);
        return engine.catalog().create(name, options(identity, options).inShards(shards));
    }

    /** @param options with the size and, if there is one, the number that bound it */
    public Collection createCapped(String database, String collection, BsonDocument options) {
        if (!collection.equals(ProfileLog.NAME)) {
            requireName(database, collection);
        }
        return engine.catalog().create(new CollectionName(FACE, database, collection), cappedOptions(options));
    }

    private Catalog.CollectionOptions cappedOptions(BsonDocument options) {
        Catalog.CollectionOptions plain = options(options);
        List<IndexRequest> indexes = new ArrayList<>(plain.indexes());
        indexes.add(CappedLimits.orderRequest());
        return new Catalog.CollectionOptions(
                plain.format(), plain.base(), plain.options(), plain.queues(), plain.policy(), indexes);
    }

    /** The collection of a database that the profiler writes to, of this size if it is made now. */
    Collection findOrCreateProfile(String database, int bytes) {
        BsonDocument listed = new BsonDocument("capped", BsonBoolean.TRUE).append("size", new BsonInt32(bytes));
        return engine.catalog()
                .findOrCreate(new CollectionName(FACE, database, ProfileLog.NAME), cappedOptions(listed));
    }

    /**
     * Refuses writes to collections that clients must not write to.
     *
     * @throws CommandError if only the server writes there
     */
    public static void requireWritable(CollectionName name) {
        if (name.collection().equals(ProfileLog.NAME)) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE, "cannot write to " + name.database() + "." + name.collection());
        }
    }

    private Catalog.CollectionOptions options(BsonDocument options) {
        return options(new BsonDocument("uuid", uuid()), options);
    }

    private Catalog.CollectionOptions options(BsonDocument identity, BsonDocument options) {
        return new Catalog.CollectionOptions(
                DocumentFormat.BSON,
                BaseInstant.ROOT_TS,
                CollectionSettings.encoded(identity, options),
                List.of(),
                Policy.NONE.withMask(masked.get()),
                IdIndex.requests(options));
    }

    private static BsonBinary uuid() {
        UUID random = UUID.randomUUID();
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(random.getMostSignificantBits()).putLong(random.getLeastSignificantBits());
        return new BsonBinary(BsonBinarySubType.UUID_STANDARD, bytes.array());
    }

    /** The identity of a collection that its name may leave, as messages have it. */
    public static String uuidText(Collection collection) {
        BsonValue uuid = BsonEncoding.decode(collection.record().options()).get("uuid");
        return uuid == null ? "" : uuid.asBinary().asUuid().toString();
    }

    /** @throws CommandError if no collection may have the name, whether it is made or renamed */
    public void requireName(String database, String collection) {
        String namespace = database + "." + collection;
        if (views.config().has(database, collection)) {
            throw Views.isNoCollection(database, collection);
        }
        if (collection.startsWith(".")
                || collection.indexOf('$') >= 0
                || collection.endsWith(".")
                || collection.startsWith("system.")) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "Invalid collection name: " + collection);
        }
        if (bytes(namespace) > NAMESPACE_BYTES_MAX) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "Fully qualified namespace is too long. Namespace: " + namespace + " Max: " + NAMESPACE_BYTES_MAX);
        }
        requireOwnCase(database);
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Refuses a database whose name differs from another's in case alone: some file systems take them for one. */
    private void requireOwnCase(String database) {
        for (Collection each : engine.collections(FACE)) {
            String known = each.name().database();
            if (known.equalsIgnoreCase(database) && !known.equals(database)) {
                throw new CommandError(
                        13297,
                        "DatabaseDifferCase",
                        "db already exists with different case already have: [" + known + "] trying to create ["
                                + database + "]");
            }
        }
    }

    /** Returns all collections, by database and then by name. */
    public Map<String, List<Collection>> byDatabase() {
        Map<String, List<Collection>> databases = new TreeMap<>();
        for (Collection collection : engine.collections(FACE)) {
            if (isHidden(collection.name())) {
                continue;
            }
            String database = collection.name().database();
            databases.computeIfAbsent(database, _ -> new ArrayList<>()).add(collection);
        }
        databases
                .values()
                .forEach(list -> list.sort(
                        Comparator.comparing(collection -> collection.name().collection())));
        return databases;
    }

    public List<Collection> of(String database) {
        return byDatabase().getOrDefault(database, List.of());
    }

    /** Held while the indexes of a collection are compared and changed. */
    public ReentrantLock changing(String database, String collection) {
        return changing.computeIfAbsent(new CollectionName(FACE, database, collection), _ -> new ReentrantLock());
    }
}
