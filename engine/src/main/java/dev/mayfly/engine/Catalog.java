package dev.mayfly.engine;

import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.DroppedCollection;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.CurrentSchema;
import dev.mayfly.engine.write.SharedSchema;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalog of all collections. Every change is in the store, as durable as it gets, before it is visible. Safe for
 * concurrent use.
 */
public final class Catalog {
    private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

    /** The number of times a collection is looked for that others make and drop meanwhile. */
    private static final int ATTEMPTS_MAX = 100;

    private final EngineContext context;
    private final Map<CollectionName, Collection> collections = new ConcurrentHashMap<>();
    private final CatalogFollower follower;
    private final CollectionDrop drop;
    private Runnable graveDigger = () -> {};
    private int nextId = 1;

    Catalog(EngineContext context) {
        this.context = context;
        this.follower = new CatalogFollower(context, collections, this::adopt);
        this.drop = new CollectionDrop(context);
    }

    void setGraveDigger(Runnable digger) {
        graveDigger = digger;
    }

    /**
     * The initial definition of a new collection.
     *
     * @param options the face's options, opaque to the engine
     * @param queues the queues of lifetimes that it keeps from the beginning
     * @param indexes the indexes that it has from the beginning, none with a rule
     * @param changes what it keeps of its changes
     * @param pace how often the sweeper may look for its expired documents
     * @param shards the number of its shards; 0 for the engine's default
     */
    public record CollectionOptions(
            DocumentFormat format,
            BaseInstant base,
            byte[] options,
            List<Integer> queues,
            Policy policy,
            List<IndexRequest> indexes,
            ChangeKeeping changes,
            SweepPace pace,
            int shards) {
        public CollectionOptions(
                DocumentFormat format,
                BaseInstant base,
                byte[] options,
                List<Integer> queues,
                Policy policy,
                List<IndexRequest> indexes) {
            this(format, base, options, queues, policy, indexes, ChangeKeeping.PLAIN, SweepPace.WHEN_DUE, 0);
        }

        public CollectionOptions(
                DocumentFormat format, BaseInstant base, byte[] options, List<Integer> queues, Policy policy) {
            this(format, base, options, queues, policy, List.of());
        }

        /** Returns these options with other settings for keeping changes. */
        public CollectionOptions keeping(ChangeKeeping kept) {
            return new CollectionOptions(format, base, options, queues, policy, indexes, kept, pace, shards);
        }

        /** Returns these options with this number of shards. */
        public CollectionOptions inShards(int number) {
            return new CollectionOptions(format, base, options, queues, policy, indexes, changes, pace, number);
        }

        /** Returns these options with another pace of sweeping. */
        public CollectionOptions paced(SweepPace changed) {
            return new CollectionOptions(format, base, options, queues, policy, indexes, changes, changed, shards);
        }
    }

    synchronized void restore() {
        if (context.engine().isShared()) {
            context.engine().catalogWatch().onChange(this::reload);
            context.engine().catalogWatch().seen(context.engine().catalogWatch().number());
        }
        nextId = nextId();
        Map<Integer, Long> numbers = follower.schemaNumbers();
        for (byte[] bytes : scan(Layout.COLLECTION)) {
            CollectionRecord record = CatalogCodec.fromBytes(bytes);
            Collection collection = adopt(record, numbers.getOrDefault(record.id(), 0L));
            if (record.policy().current().isUnreadable()) {
                LOG.error(
                        "collection {} has a rule of expiry whose seconds make no sense; it lets nothing expire until"
                                + " it is set anew",
                        record.name());
            }
            collection.definition().recover();
        }
        for (byte[] bytes : scan(Layout.DROPPED)) {
            drop.purge(DroppedCollection.fromBytes(bytes));
        }
        context.history().restore(known().stream().map(Collection::record).toList());
        context.events().restore(known().stream().map(Collection::record).toList());
        if (!context.clock().isSuspect()) {
            endSuspicion(context.clock().guardedMillis());
        }
    }

    private int nextId() {
        byte[] kept = context.store().get(Partition.CATALOG, Space.META, Layout.COLLECTION_CEILING_KEY);
        return kept == null ? 1 : new ByteReader(kept).take4();
    }

    /**
     * Takes over what other engines have changed.
     *
     * @param number the schema number that the catalog had before this was called
     */
    private synchronized void reload(long number) {
        if (number == context.engine().catalogWatch().seen()) {
            return;
        }
        context.versions().observe(number);
        nextId = nextId();
        follower.follow();
        context.engine().catalogWatch().recordsChanged();
        context.engine().catalogWatch().seen(number);
    }

    private List<byte[]> scan(int kind) {
        List<byte[]> values = new ArrayList<>();
        KeyRange range = KeyRange.prefix(new byte[] {(byte) kind});
        try (Cursor cursor =
                context.store().scan(Partition.CATALOG, Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                values.add(cursor.value());
            }
        }
        return values;
    }

    private Collection adopt(CollectionRecord record, long schemaNumber) {
        Collection collection = new Collection(context, record, schemaNumber);
        collection.parts().policyChanges().setGraveDigger(graveDigger);
        collections.put(record.name(), collection);
        return collection;
    }

    /** Returns the collection of this name as it is now, whichever engine has made it; or null. */
    public @Nullable Collection find(CollectionName name) {
        refresh();
        return collections.get(name);
    }

    private void refresh() {
        context.engine().catalogWatch().refresh();
    }

    /** The collections that this engine knows. */
    private List<Collection> known() {
        return List.copyOf(collections.values());
    }

    /** All collections as they are now, whichever engine has made them. */
    public List<Collection> all() {
        refresh();
        return known();
    }

    /**
     * Returns a version up to which everything is in the store. Every version is assigned under the catalog's own lock
     * or a collection's latch; a caller that first reads the last version, and then acquires each of these locks once,
     * has them all.
     */
    long settledVersion() {
        long last = context.versions().last();
        List<Collection> waited;
        synchronized (this) {
            waited = known();
        }
        for (Collection collection : waited) {
            collection.parts().shards().all().forEach(shard -> shard.latched(() -> true));
        }
        return last;
    }

    public synchronized Collection create(CollectionName name, CollectionOptions options) {
        Collection created = null;
        while (created == null) {
            context.engine().catalogWatch().refreshNow();
            created = tryCreate(name, options);
        }
        return created;
    }

    /** Returns null if another engine has changed the catalog meanwhile. */
    private @Nullable Collection tryCreate(CollectionName name, CollectionOptions options) {
        if (collections.containsKey(name)) {
            throw new EngineException(new EngineError.CollectionExists(name));
        }
        int id = nextId;
        NewCollection proposed = new NewCollection(context, name, options);
        EngineStore engine = context.engine();
        Turn last = engine.isShared() ? CommitRetry.turn(context.store(), Partition.CATALOG) : Turn.NONE;
        if (last.schema() != engine.catalogWatch().seen()) {
            return null;
        }
        long version = engine.isShared()
                ? SharedSchema.numberAfter(engine, last)
                : context.versions().next();
        CollectionRecord record = proposed.record(id, version);
        WriteBatch batch = creation(record, version);
        if (engine.isShared()) {
            batch.put(Space.META, SharedSchema.keyOf(id), SharedSchema.valueOf(version))
                    .standOn(last, version);
        }
        boolean[] written = {false};
        context.history()
                .commit(
                        batch,
                        context.history().entry(record, new Change.Created()),
                        made -> written[0] = CommitRetry.commit(
                                        context.store(), Partition.CATALOG, made, List.of(), Durability.SYNCED)
                                instanceof CommitOutcome.Applied);
        if (!written[0]) {
            return null;
        }
        if (engine.isShared()) {
            engine.catalogWatch().seen(version);
            // From now on every engine that looks for the collection must find it.
            engine.catalogWatch().settle();
        }
        nextId = id + record.shards();
        Collection made = adopt(record, engine.isShared() ? version : 0);
        if (options.pace().isRegular()) {
            context.control().noteDue(Long.MIN_VALUE);
        }
        return made;
    }

    private WriteBatch creation(CollectionRecord record, long version) {
        int ceiling = record.id() + record.shards();
        WriteBatch batch = CommitRetry.batch()
                .put(Space.META, Layout.collectionKey(Layout.COLLECTION, record.id()), CatalogCodec.toBytes(record))
                .put(
                        Space.META,
                        Layout.COLLECTION_CEILING_KEY,
                        new ByteWriter(4).put4(ceiling).toBytes());
        context.audit().noteCreated(batch, version, context.clock().guardedMillis(), record);
        return batch;
    }

    /** The collection of this name, made if there is none. */
    public Collection findOrCreate(CollectionName name, CollectionOptions options) {
        Collection found = find(name);
        if (found != null) {
            return found;
        }
        synchronized (this) {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Collection again = find(name);
                Collection there = again == null ? tryMaking(name, options) : again;
                if (there != null) {
                    return there;
                }
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    /** Returns null if another engine has made it meanwhile. */
    private @Nullable Collection tryMaking(CollectionName name, CollectionOptions options) {
        try {
            return create(name, options);
        } catch (EngineException refusal) {
            if (context.engine().isShared() && refusal.error() instanceof EngineError.CollectionExists) {
                return null;
            }
            throw refusal;
        }
    }

    public synchronized void drop(CollectionName name) {
        refresh();
        drop(name, true);
    }

    /** Drops all collections of a database. */
    public synchronized void dropDatabase(String face, String database) {
        for (Collection collection : all()) {
            CollectionName name = collection.name();
            if (name.face().equals(face) && name.database().equals(database)) {
                drop(name, true);
            }
        }
        context.history().databaseDropped(new CollectionName(face, database, ""));
    }

    /** @param tells whether the history records the drop */
    private void drop(CollectionName name, boolean tells) {
        Collection collection = require(name);
        CollectionShards shards = collection.parts().shards();
        DroppedCollection[] dropped = new DroppedCollection[1];
        collection
                .parts()
                .storeErrors()
                .run(() -> shards.currentSchema().drop(writing -> dropped[0] = drop.write(shards, tells, writing)));
        collections.remove(name);
        collection.vectors().forget();
        dropped[0].partitions().forEach(context.events()::forget);
        drop.purge(dropped[0]);
    }

    /** Renames a collection; drops the one that had the new name if asked to. */
    public synchronized void rename(CollectionName from, CollectionName to, boolean dropTarget) {
        refresh();
        Collection collection = require(from);
        if (collections.containsKey(to)) {
            if (!dropTarget) {
                throw new EngineException(new EngineError.CollectionExists(to));
            }
            drop(to, false);
        }
        CurrentSchema schema = collection.parts().shards().currentSchema();
        collection
                .parts()
                .storeErrors()
                .run(() -> schema.change(
                        Durability.SYNCED, _ -> collection.record().withName(to), new Change.Renamed(to)));
        collections.remove(from);
        collections.put(to, collection);
    }

    private Collection require(CollectionName name) {
        Collection collection = collections.get(name);
        if (collection == null) {
            throw new EngineException(new EngineError.CollectionMissing(name));
        }
        return collection;
    }

    /** Changes of policy made while the clock was suspect get their grace from this instant. */
    void endSuspicion(long instant) {
        for (Collection collection : known()) {
            try {
                collection.parts().policyChanges().endSuspicion(instant);
            } catch (EngineException failure) {
                // The caller only read the clock and must not fail for this; the sweeper retries later.
                LOG.warn("changes of policy still wait for the end of the suspicion", failure);
            }
        }
    }
}
