package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The indexes of all keyspaces. The engine keeps them, with its collections. Safe for concurrent use; may wait. */
public final class IndexCatalog {
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

        /** As system:indexes says it. */
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

    /** Grows with every change, so that whoever has planned knows when to plan anew. */
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
            entries.add(new Entry(keyspace, definition, index(definition)));
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
     * @throws QueryException when there is one of its name, or when it cannot be
     */
    public synchronized void create(BucketCollection keyspace, N1qlIndex index) {
        if (find(keyspace, index.name()) != null) {
            throw new QueryException(EXISTS, "The index " + index.name() + " already exists.");
        }
        IndexChecks.check(index);
        keyspace.collection().definition().createIndex(index.request());
        generation.incrementAndGet();
    }

    /** @throws QueryException when there is none of this name */
    public synchronized void drop(BucketCollection keyspace, String name) {
        require(keyspace, name);
        keyspace.collection().definition().dropIndex(name);
        generation.incrementAndGet();
    }

    private Entry require(BucketCollection keyspace, String name) {
        Entry entry = find(keyspace, name);
        if (entry == null) {
            throw new QueryException(MISSING, "Index Not Found - cause: GSI index " + name + " not found.");
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
