package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.api.PropertyIndexes;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The indexes of all keyspaces. The engine keeps them, with its collections. Safe for concurrent use; may wait. */
public final class IndexCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(IndexCatalog.class);
    private static final int EXISTS = 4300;
    private static final int MISSING = 12016;
    private static final int READ_MAX = 10_000;

    private final AtomicLong generation = new AtomicLong();
    private final Map<String, N1qlIndex> read = new ConcurrentHashMap<>();

    /** An index as the engine has it. */
    public record Entry(BucketCollection keyspace, IndexDefinition definition, N1qlIndex index) {
        /** 16 hexadecimal digits, others for each index there ever was. */
        public String id() {
            String bucket = keyspace.bucket().uuid();
            return bucket.substring(0, 4)
                    + HexFormat.of().toHexDigits(keyspace.uid(), 6)
                    + HexFormat.of().toHexDigits(definition.id(), 6);
        }

        /** Returns the state as system:indexes shows it. */
        public String state() {
            return index.deferred() ? "deferred" : definition.isReady() ? "online" : "building";
        }

        boolean isUsable() {
            return !index.deferred() && definition.isReady();
        }
    }

    /** A key as lists of indexes show it. */
    public static String text(IndexKey key) {
        return N1qlIndex.text(key);
    }

    /** Returns a number that grows with every change, so that plans can tell when they are outdated. */
    public long generation() {
        return generation.get();
    }

    /** Notes that collections have come or gone. */
    public void changed() {
        generation.incrementAndGet();
    }

    public List<Entry> of(BucketCollection keyspace) {
        List<Entry> entries = new ArrayList<>();
        for (IndexDefinition definition : keyspace.collection().record().indexes()) {
            if (!PropertyIndexes.isName(definition.name())) {
                entries.add(new Entry(keyspace, definition, index(definition)));
            }
        }
        return entries;
    }

    public @Nullable Entry find(BucketCollection keyspace, String name) {
        for (Entry entry : of(keyspace)) {
            if (entry.index().name().equals(name)) {
                return entry;
            }
        }
        return null;
    }

    /** Rebuilds, before their first use, the indexes whose keys functions of another release have made. */
    public void refresh(List<BucketCollection> keyspaces) {
        for (BucketCollection keyspace : keyspaces) {
            for (IndexDefinition index : keyspace.collection().record().indexes()) {
                if (index.hasEntries() && N1qlIndex.isOutdated(index)) {
                    LOG.info("{}: index {} is built again, by the functions of now", keyspace, index.name());
                    keyspace.collection().definition().rebuildIndex(index.name(), N1qlIndex::refreshed);
                }
            }
        }
    }

    /** Reading a definition means to parse its expressions. */
    private N1qlIndex index(IndexDefinition definition) {
        String said = definition.name() + '\n' + HexFormat.of().formatHex(definition.options());
        if (read.size() > READ_MAX) {
            read.clear();
        }
        return read.computeIfAbsent(said, _ -> N1qlIndex.of(definition));
    }

    /**
     * Makes an index, and waits until it is built unless that is to be later.
     *
     * @throws N1qlException when there is one of its name, or when it cannot be
     */
    public synchronized void create(BucketCollection keyspace, N1qlIndex index) {
        if (find(keyspace, index.name()) != null) {
            throw new N1qlException(EXISTS, "The index " + index.name() + " already exists.");
        }
        IndexChecks.check(index);
        keyspace.collection().definition().createIndex(index.request());
        generation.incrementAndGet();
    }

    /** @throws N1qlException when there is none of this name */
    public synchronized void drop(BucketCollection keyspace, String name) {
        require(keyspace, name);
        keyspace.collection().definition().dropIndex(name);
        generation.incrementAndGet();
    }

    private Entry require(BucketCollection keyspace, String name) {
        Entry entry = find(keyspace, name);
        if (entry == null) {
            throw new N1qlException(MISSING, "Index Not Found - cause: GSI index " + name + " not found.");
        }
        return entry;
    }

    /** Builds those that wait for it, in their order; of others nothing is to be done. */
    public synchronized void build(BucketCollection keyspace, List<String> names) {
        List<Entry> entries =
                names.stream().map(name -> require(keyspace, name)).toList();
        for (Entry entry : entries) {
            if (entry.index().deferred()) {
                keyspace.collection().definition().dropIndex(entry.index().name());
                keyspace.collection()
                        .definition()
                        .createIndex(entry.index().built().request());
                generation.incrementAndGet();
            }
        }
    }
}
