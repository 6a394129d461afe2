package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One keyspace with documents and indexes, and what finds the documents. */
final class IndexFixture implements AutoCloseable {
    private static final String ALIAS = "d";

    private final BucketsFixture fixture = new BucketsFixture();
    private final IndexCatalog catalog = new IndexCatalog();

    IndexFixture() {
        fixture.buckets().create("b", BucketSettings.plain());
    }

    IndexCatalog catalog() {
        return catalog;
    }

    BucketsFixture buckets() {
        return fixture;
    }

    BucketCollection keyspace() {
        Bucket bucket = Objects.requireNonNull(fixture.buckets().find("b"));
        return Objects.requireNonNull(bucket.find("_default", "_default"));
    }

    void put(String key, String json) {
        put(key, json, Lifetime.FOREVER);
    }

    void put(String key, String json, Lifetime lifetime) {
        byte[] face = new DocumentMeta(1, 1, 0, DocumentMeta.JSON, DocumentMeta.NO_XATTRS).toBytes();
        keyspace()
                .collection()
                .write(
                        key(key),
                        Durability.LOGGED,
                        (_, _) -> new Decision.Put(json.getBytes(StandardCharsets.UTF_8), lifetime, face));
    }

    static DocumentKey key(String key) {
        return new DocumentKey(key.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes an index by its statement. */
    void create(String statement) {
        switch (StatementReader.read(statement)) {
            case N1qlStatement.CreateIndex index ->
                catalog.create(
                        keyspace(), new N1qlIndex(index.name(), index.keys(), index.where(), index.with() != null));
            default -> throw new IllegalArgumentException(statement);
        }
    }

    /** Returns the demand of a query with this text. */
    KeyspaceDemand wanted(String statement) {
        N1qlStatement.Select select = (N1qlStatement.Select) StatementReader.read(statement);
        N1qlQuery query = select.query();
        N1qlQuery.Select term = (N1qlQuery.Select) query.term();
        List<N1qlQuery.Sort> order = new ArrayList<>();
        for (N1qlQuery.Sort sort : query.orderBy()) {
            order.add(new N1qlQuery.Sort(Resolver.qualify(sort.value(), ALIAS), sort.descending(), sort.nullsLast()));
        }
        N1qlExpression where = term.where();
        List<N1qlExpression> uses = new ArrayList<>();
        if (term.projection() instanceof N1qlQuery.Listed(List<N1qlQuery.Result> results, var _)) {
            for (N1qlQuery.Result result : results) {
                if (result instanceof N1qlQuery.Named(N1qlExpression value, var _)) {
                    uses.add(Resolver.qualify(value, ALIAS));
                }
            }
        }
        return new KeyspaceDemand(
                keyspace(),
                ALIAS,
                Set.of(ALIAS),
                where == null ? null : Resolver.qualify(where, ALIAS),
                order,
                uses.isEmpty() ? null : uses,
                term.from().getFirst().hints().indexes());
    }

    AccessPath path(String statement) {
        return new IndexPlanner(catalog).find(wanted(statement));
    }

    /** The keys of what the chosen way leads to, and of which the condition is true, in the order they come. */
    List<String> found(String statement) {
        return found(path(statement), wanted(statement));
    }

    /** The same by looking at every document. */
    List<String> all(String statement) {
        KeyspaceDemand wanted = wanted(statement);
        List<String> found = new ArrayList<>();
        try (DocumentCursor documents = keyspace()
                .collection()
                .scan(keyspace().collection().reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            gather(documents, wanted, found);
        }
        return found;
    }

    List<String> found(AccessPath path, KeyspaceDemand wanted) {
        List<String> found = new ArrayList<>();
        try (DocumentCursor documents = path.open(keyspace().collection().reading(), IndexFixture::constant)) {
            gather(documents, wanted, found);
        }
        return found;
    }

    /** The number of documents that the chosen way leads to, whether or not they are wanted. */
    int met(String statement) {
        int met = 0;
        try (DocumentCursor documents =
                path(statement).open(keyspace().collection().reading(), IndexFixture::constant)) {
            while (documents.next() != null) {
                met++;
            }
        }
        return met;
    }

    private static void gather(DocumentCursor documents, KeyspaceDemand wanted, List<String> found) {
        for (Document document = documents.next(); document != null; document = documents.next()) {
            N1qlValue value = N1qlValues.parse(document.body());
            if (wanted.where() == null || compute(wanted.where(), value).truth()) {
                found.add(new String(document.key().bytes(), StandardCharsets.UTF_8));
            }
        }
    }

    private static N1qlValue constant(N1qlExpression expression) {
        return compute(expression, N1qlValues.MISSING);
    }

    static N1qlValue compute(N1qlExpression expression, N1qlValue document) {
        VisibleNames names = new VisibleNames(null);
        names.source(ALIAS);
        var scalar = new N1qlExpressionCompiler(
                        names,
                        (_, _) -> {
                            throw new IllegalArgumentException("a subquery");
                        },
                        Map.of())
                .compile(expression);
        Frame frame = new Frame(names.slots(), null, DocumentKeys.NOWHEN);
        frame.set(0, document);
        return scalar.of(frame);
    }

    @Override
    public void close() {
        fixture.close();
    }
}
