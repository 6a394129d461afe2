package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Prepared;
import dev.mayfly.face.couchbase.query.Prepareds;
import dev.mayfly.face.couchbase.query.index.IndexCatalog;
import dev.mayfly.face.couchbase.query.run.SystemKeyspaces;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The tables of the namespace system. Each shows what its reader has any business with. Safe for concurrent use. */
public final class SystemTables implements SystemKeyspaces {
    private final Buckets buckets;
    private final IndexCatalog indexes;
    private final Prepareds prepareds;

    public SystemTables(Buckets buckets, IndexCatalog indexes, Prepareds prepareds) {
        this.buckets = buckets;
        this.indexes = indexes;
        this.prepareds = prepareds;
    }

    @Override
    public @Nullable Table find(String name) {
        return switch (name) {
            case "datastores" -> _ -> one(SystemRow.DATASTORE, datastore());
            case "namespaces" -> _ -> one(SystemRow.NAMESPACE, namespace());
            case "dual" -> _ -> one("1", Values.EMPTY_OBJECT);
            case "buckets" -> this::buckets;
            case "scopes" -> execution -> scopes(execution, false);
            case "all_scopes" -> execution -> scopes(execution, true);
            case "keyspaces" -> execution -> keyspaces(execution, false);
            case "all_keyspaces" -> execution -> keyspaces(execution, true);
            case "indexes", "all_indexes" -> this::indexes;
            case "prepareds" -> _ -> prepareds();
            default -> null;
        };
    }

    private static SequencedMap<String, Value> one(String key, Value row) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        rows.put(key, row);
        return rows;
    }

    private static Value datastore() {
        return new SystemRow()
                .with("id", SystemRow.DATASTORE)
                .with("url", SystemRow.DATASTORE)
                .value();
    }

    private static Value namespace() {
        return new SystemRow()
                .with("datastore_id", SystemRow.DATASTORE)
                .with("id", SystemRow.NAMESPACE)
                .with("name", SystemRow.NAMESPACE)
                .value();
    }

    private List<Bucket> seen(Execution execution) {
        return buckets.all().stream()
                .filter(bucket -> execution.settings().identity().mayEnter(bucket.name()))
                .toList();
    }

    private SequencedMap<String, Value> buckets(Execution execution) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        for (Bucket bucket : seen(execution)) {
            String path = path(bucket);
            rows.put(
                    path,
                    new SystemRow()
                            .located()
                            .with("name", bucket.name())
                            .with("path", path)
                            .value());
        }
        return rows;
    }

    private static String path(Bucket bucket) {
        return SystemRow.NAMESPACE + ":" + bucket.name();
    }

    private SequencedMap<String, Value> scopes(Execution execution, boolean all) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        for (Bucket bucket : seen(execution)) {
            for (Scope scope : bucket.manifest().scopes()) {
                if (all || !scope.name().equals(Scope.SYSTEM)) {
                    String path = path(bucket) + "." + scope.name();
                    rows.put(
                            path,
                            new SystemRow()
                                    .with("bucket", bucket.name())
                                    .located()
                                    .with("name", scope.name())
                                    .with("path", path)
                                    .value());
                }
            }
        }
        return rows;
    }

    private SequencedMap<String, Value> keyspaces(Execution execution, boolean all) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        for (Bucket bucket : seen(execution)) {
            for (BucketCollection keyspace : sorted(bucket)) {
                if (all || !keyspace.scope().equals(Scope.SYSTEM)) {
                    addKeyspace(keyspace, rows);
                }
            }
        }
        return rows;
    }

    private static List<BucketCollection> sorted(Bucket bucket) {
        List<BucketCollection> keyspaces = new ArrayList<>(bucket.collections());
        keyspaces.sort(Comparator.comparing(BucketCollection::path));
        return keyspaces;
    }

    private static boolean isDefault(BucketCollection keyspace) {
        return keyspace.scope().equals(Scope.DEFAULT) && keyspace.name().equals(CollectionDefinition.DEFAULT);
    }

    /** The default collection goes by the name of its bucket. */
    private static void addKeyspace(BucketCollection keyspace, SequencedMap<String, Value> rows) {
        String bucket = keyspace.bucket().name();
        if (isDefault(keyspace)) {
            String path = path(keyspace.bucket());
            rows.put(
                    path,
                    new SystemRow()
                            .located()
                            .with("id", bucket)
                            .with("name", bucket)
                            .with("path", path)
                            .value());
            return;
        }
        String path = path(keyspace.bucket()) + "." + keyspace.path();
        rows.put(
                path,
                new SystemRow()
                        .with("bucket", bucket)
                        .located()
                        .with("id", keyspace.name())
                        .with("name", keyspace.name())
                        .with("path", path)
                        .with("scope", keyspace.scope())
                        .value());
    }

    private SequencedMap<String, Value> indexes(Execution execution) {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        for (Bucket bucket : seen(execution)) {
            for (BucketCollection keyspace : sorted(bucket)) {
                for (IndexCatalog.Entry entry : indexes.of(keyspace)) {
                    rows.put(entry.id(), index(entry));
                }
            }
        }
        return rows;
    }

    private static Value index(IndexCatalog.Entry entry) {
        BucketCollection keyspace = entry.keyspace();
        SystemRow row = new SystemRow();
        if (!isDefault(keyspace)) {
            row.with("bucket_id", keyspace.bucket().name());
        }
        Expression where = entry.index().where();
        if (where != null) {
            row.with("condition", ExpressionText.of(where));
        }
        row.with("datastore_id", SystemRow.DATASTORE).with("id", entry.id());
        List<Value> keys = new ArrayList<>();
        for (IndexKey key : entry.index().keys()) {
            keys.add(Values.of(IndexCatalog.text(key)));
        }
        row.with("index_key", Values.array(keys));
        if (entry.index().isPrimary()) {
            row.with("is_primary", Values.TRUE);
        }
        row.with("keyspace_id", isDefault(keyspace) ? keyspace.bucket().name() : keyspace.name())
                .with("name", entry.index().name())
                .with("namespace_id", SystemRow.NAMESPACE);
        if (!isDefault(keyspace)) {
            row.with("scope_id", keyspace.scope());
        }
        return row.with("state", entry.state()).with("using", "gsi").value();
    }

    private SequencedMap<String, Value> prepareds() {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        for (Prepared prepared : prepareds.all()) {
            rows.put(prepared.name(), prepared.described());
        }
        return rows;
    }
}
