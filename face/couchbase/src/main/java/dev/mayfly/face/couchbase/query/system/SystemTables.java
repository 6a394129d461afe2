package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.engine.ExpiryStatistics;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.PreparedStatement;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.function.StoredFunctions;
import dev.mayfly.face.couchbase.query.index.IndexCatalog;
import dev.mayfly.face.couchbase.query.operator.SystemKeyspaces;
import dev.mayfly.face.couchbase.query.request.ActiveRequest;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransactions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tables of the namespace system. Each shows what its reader has any business with. Safe for concurrent use. */
public final class SystemTables implements SystemKeyspaces {
    private final Buckets buckets;
    private final IndexCatalog indexes;
    private final Map<String, SystemTable> tables;

    /** The contents of the tables, besides buckets and indexes. */
    public record Contents(
            PreparedStatements prepareds,
            ActiveRequests active,
            CompletedRequests completed,
            SystemVitals vitals,
            SystemUsers users,
            Sequences sequences,
            StoredFunctions functions,
            N1qlTransactions transactions,
            Supplier<NodePorts> ports) {}

    public SystemTables(Buckets buckets, IndexCatalog indexes, Contents contents) {
        this.buckets = buckets;
        this.indexes = indexes;
        this.tables = tables(contents);
    }

    private Map<String, SystemTable> tables(Contents contents) {
        Map<String, SystemTable> all = new HashMap<>();
        all.put("datastores", open(_ -> one(SystemRow.DATASTORE, datastore())));
        all.put("namespaces", open(_ -> one(SystemRow.NAMESPACE, namespace())));
        all.put("dual", open(_ -> one("dual", N1qlValues.NULL)));
        all.put("buckets", open(this::buckets));
        all.put("scopes", open(execution -> scopes(execution, false)));
        all.put("all_scopes", open(execution -> scopes(execution, true)));
        all.put("keyspaces", open(execution -> keyspaces(execution, false, false)));
        all.put("all_keyspaces", open(execution -> keyspaces(execution, true, false)));
        all.put("keyspaces_info", open(execution -> keyspaces(execution, false, true)));
        all.put("all_keyspaces_info", open(execution -> keyspaces(execution, true, true)));
        all.put("indexes", open(this::indexes));
        all.put("all_indexes", open(this::indexes));
        SystemFunctions functions = new SystemFunctions(buckets, contents.functions);
        all.put("functions", open(functions::rows));
        // There is nothing that these could tell of, which is what they tell.
        for (String name : List.of(
                "functions_cache", "dictionary", "dictionary_cache", "tasks_cache", "completed_requests_history")) {
            all.put(name, SystemTable.of(CatalogRight.SYSTEM, _ -> new LinkedHashMap<>()));
        }
        addRequests(contents, all);
        N1qlTransactions transactions = contents.transactions;
        all.put(
                "transactions",
                new SystemTable(CatalogRight.SYSTEM, _ -> transactions.described(), transactions::rollBack));
        all.put("nodes", SystemTable.of(CatalogRight.SYSTEM, _ -> nodes(contents.ports.get())));
        SystemSequences sequences = new SystemSequences(buckets, contents.sequences);
        all.put("sequences", open(execution -> sequences.rows(execution, false)));
        all.put("all_sequences", open(execution -> sequences.rows(execution, true)));
        all.put("my_user_info", open(contents.users::own));
        all.put("user_info", SystemTable.of(CatalogRight.SECURITY, contents.users::all));
        all.put("applicable_roles", SystemTable.of(CatalogRight.SECURITY, contents.users::roles));
        return Map.copyOf(all);
    }

    private static void addRequests(Contents contents, Map<String, SystemTable> all) {
        PreparedStatements prepareds = contents.prepareds;
        all.put("prepareds", new SystemTable(CatalogRight.SYSTEM, _ -> prepareds(prepareds), prepareds::forget));
        ActiveRequests active = contents.active;
        all.put("active_requests", new SystemTable(CatalogRight.SYSTEM, _ -> requests(active), active::cancel));
        CompletedRequests completed = contents.completed;
        all.put(
                "completed_requests",
                new SystemTable(CatalogRight.SYSTEM, _ -> completed.described(), completed::forget));
        all.put("vitals", SystemTable.of(CatalogRight.SYSTEM, _ -> contents.vitals.rows()));
    }

    private static SystemTable open(Function<StatementExecution, SequencedMap<String, N1qlValue>> content) {
        return SystemTable.of(CatalogRight.OPEN, content);
    }

    @Override
    public @Nullable Table find(String name) {
        return tables.get(name);
    }

    private static SequencedMap<String, N1qlValue> one(String key, N1qlValue row) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        rows.put(key, row);
        return rows;
    }

    private static N1qlValue datastore() {
        return new SystemRow()
                .with("id", SystemRow.DATASTORE)
                .with("url", SystemRow.DATASTORE)
                .value();
    }

    private static N1qlValue namespace() {
        return new SystemRow()
                .with("datastore_id", SystemRow.DATASTORE)
                .with("id", SystemRow.NAMESPACE)
                .with("name", SystemRow.NAMESPACE)
                .value();
    }

    private static SequencedMap<String, N1qlValue> nodes(NodePorts ports) {
        SequencedMap<String, N1qlValue> byService = new LinkedHashMap<>();
        byService.put("kv", N1qlValues.of(ports.keyValue()));
        byService.put("mgmt", N1qlValues.of(ports.management()));
        byService.put("n1ql", N1qlValues.of(ports.query()));
        String name = "127.0.0.1:" + ports.management();
        return one(
                name,
                new SystemRow()
                        .with("name", name)
                        .with("ports", N1qlValues.object(byService))
                        .with("services", N1qlValues.array(List.of(N1qlValues.of("kv"), N1qlValues.of("n1ql"))))
                        .value());
    }

    private List<Bucket> seen(StatementExecution execution) {
        return buckets.all().stream()
                .filter(bucket -> execution.settings().identity().mayEnter(bucket.name()))
                .toList();
    }

    private SequencedMap<String, N1qlValue> buckets(StatementExecution execution) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
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

    private SequencedMap<String, N1qlValue> scopes(StatementExecution execution, boolean all) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
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

    /** @param counted whether it is told how much is in each */
    private SequencedMap<String, N1qlValue> keyspaces(StatementExecution execution, boolean all, boolean counted) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (Bucket bucket : seen(execution)) {
            for (BucketCollection keyspace : sorted(bucket)) {
                if (all || !keyspace.scope().equals(Scope.SYSTEM)) {
                    addKeyspace(keyspace, counted, rows);
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
    private static void addKeyspace(BucketCollection keyspace, boolean counted, SequencedMap<String, N1qlValue> rows) {
        String bucket = keyspace.bucket().name();
        SystemRow row = new SystemRow();
        if (counted) {
            addCounts(keyspace, row);
        }
        if (isDefault(keyspace)) {
            String path = path(keyspace.bucket());
            rows.put(
                    path,
                    row.located()
                            .with("id", bucket)
                            .with("name", bucket)
                            .with("path", path)
                            .value());
            return;
        }
        String path = path(keyspace.bucket()) + "." + keyspace.path();
        rows.put(
                path,
                row.with("bucket", bucket)
                        .located()
                        .with("id", keyspace.name())
                        .with("name", keyspace.name())
                        .with("path", path)
                        .with("scope", keyspace.scope())
                        .value());
    }

    private static void addCounts(BucketCollection keyspace, SystemRow row) {
        try {
            ExpiryStatistics statistics = keyspace.collection().statistics();
            row.with("count", N1qlValues.of(statistics.live())).with("size", N1qlValues.of(statistics.bytes()));
        } catch (EngineException _) {
            // It was dropped or emptied just now.
        }
    }

    private SequencedMap<String, N1qlValue> indexes(StatementExecution execution) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (Bucket bucket : seen(execution)) {
            for (BucketCollection keyspace : sorted(bucket)) {
                for (IndexCatalog.Entry entry : indexes.of(keyspace)) {
                    rows.put(entry.id(), index(entry));
                }
            }
        }
        return rows;
    }

    private static N1qlValue index(IndexCatalog.Entry entry) {
        BucketCollection keyspace = entry.keyspace();
        SystemRow row = new SystemRow();
        if (!isDefault(keyspace)) {
            row.with("bucket_id", keyspace.bucket().name());
        }
        N1qlExpression where = entry.index().where();
        if (where != null) {
            row.with("condition", ExpressionText.of(where));
        }
        row.with("datastore_id", SystemRow.DATASTORE).with("id", entry.id());
        List<N1qlValue> keys = new ArrayList<>();
        for (IndexKey key : entry.index().keys()) {
            keys.add(N1qlValues.of(IndexCatalog.text(key)));
        }
        row.with("index_key", N1qlValues.array(keys));
        if (entry.index().isPrimary()) {
            row.with("is_primary", N1qlValues.TRUE);
        }
        row.with("keyspace_id", isDefault(keyspace) ? keyspace.bucket().name() : keyspace.name())
                .with("name", entry.index().name())
                .with("namespace", SystemRow.NAMESPACE)
                .with("namespace_id", SystemRow.NAMESPACE);
        if (!isDefault(keyspace)) {
            row.with("scope_id", keyspace.scope());
        }
        return row.with("state", entry.state()).with("using", "gsi").value();
    }

    private static SequencedMap<String, N1qlValue> prepareds(PreparedStatements prepareds) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (PreparedStatement prepared : prepareds.all()) {
            rows.put(prepared.name(), prepared.described());
        }
        return rows;
    }

    private static SequencedMap<String, N1qlValue> requests(ActiveRequests active) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (ActiveRequest request : active.all()) {
            rows.put(request.id(), request.described());
        }
        return rows;
    }
}
