package dev.mayfly.face.couchbase.query.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.access.Users;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.bucket.Release;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Moment;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.Prepareds;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.index.IndexCatalog;
import dev.mayfly.face.couchbase.query.index.IndexPlanner;
import dev.mayfly.face.couchbase.query.index.IndexStatements;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.system.SystemTables;
import dev.mayfly.face.couchbase.query.system.SystemUsers;
import dev.mayfly.face.couchbase.query.system.SystemVitals;
import dev.mayfly.face.couchbase.query.transaction.TransactionTurn;
import dev.mayfly.face.couchbase.query.transaction.Transactions;
import dev.mayfly.face.couchbase.rest.UserForms;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Statements over buckets in memory, without the service around them. */
final class QueryFixture implements AutoCloseable {
    static final Identity EVERYBODY = new Identity() {
        @Override
        public String name() {
            return "tester";
        }

        @Override
        public boolean mayEnter(String bucket) {
            return true;
        }

        @Override
        public boolean may(Privilege privilege, String bucket) {
            return true;
        }
    };

    final BucketsFixture buckets;
    final Documents documents;
    final IndexCatalog indexes = new IndexCatalog();
    final Prepareds prepareds = new Prepareds(indexes::generation);
    final Users users;
    final N1qlCompiler compiler;
    QueryContext context = QueryContext.NONE;
    final Transactions transactions;
    boolean preserveExpiry;
    String user = "tester";

    String transaction = "";
    /** Of statements that belong to its latest transaction. */
    String group = "";

    Identity identity = EVERYBODY;

    QueryFixture() {
        this(new BucketRules(Release.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS));
    }

    QueryFixture(BucketRules rules) {
        buckets = new BucketsFixture(rules);
        documents = new Documents(new CasClock(buckets.engine().clock()), buckets.clock());
        transactions = new Transactions(documents, buckets.buckets(), buckets.clock());
        users = new Users(buckets.engine().records("couchbase"), List.of());
        compiler = new N1qlCompiler(new N1qlCompiler.Services(
                new Keyspaces(buckets.buckets()),
                documents,
                new IndexPlanner(indexes),
                new SystemTables(buckets.buckets(), indexes, contents()),
                new IndexStatements(indexes),
                ManifestWitness.NONE,
                prepareds,
                null));
    }

    private SystemTables.Contents contents() {
        ActiveRequests active = new ActiveRequests();
        return new SystemTables.Contents(
                prepareds,
                active,
                new CompletedRequests(),
                new SystemVitals(active, buckets.clock(), "7.6.4"),
                new SystemUsers(users, user -> UserForms.json(user, users)));
    }

    /** What one run of a statement came to. */
    record Outcome(List<Value> rows, long mutations, List<Execution.Remark> errors, List<Execution.Remark> warnings) {}

    Outcome run(String text, Parameters parameters) {
        Statement statement = compiler.compile(text, context);
        Execution.Settings settings = new Execution.Settings(
                identity,
                new Moment(buckets.clock().wallMillis(), ZoneOffset.UTC, new Random(7), "tester"),
                context,
                parameters,
                0,
                false,
                preserveExpiry,
                false,
                10);
        Execution execution = new Execution(settings, buckets.clock());
        List<Value> rows = new ArrayList<>();
        try (TransactionTurn turn = new TransactionTurn(transactions, asked())) {
            execution.within(turn);
            turn.enter(statement);
            statement.run(execution, row -> rows.add(Values.parse(Values.json(row))));
            if (execution.errors().isEmpty()) {
                turn.finish();
            }
        } catch (QueryException failure) {
            execution.end(failure);
        }
        return new Outcome(rows, execution.mutations(), execution.errors(), execution.warnings());
    }

    private TransactionTurn.Asked asked() {
        TransactionTurn.Asked nothing = TransactionTurn.nothing();
        return new TransactionTurn.Asked(user, transaction, group, false, 0, nothing.options(), nothing.data());
    }

    void put(String path, String key, String json) {
        String[] parts = path.split("\\.", -1);
        BucketCollection in = requireNonNull(buckets.buckets()
                .require(parts[0])
                .find(parts.length == 1 ? "_default" : parts[1], parts.length == 1 ? "_default" : parts[2]));
        documents.store(
                in,
                new DocumentKey(key.getBytes(UTF_8)),
                new WriteTerms(WriteTerms.ANY_CAS, false),
                new StoreRequest(StoreRequest.Mode.SET, json.getBytes(UTF_8), 0x2000006, 0, ExpiryRule.REQUESTED));
    }

    @Override
    public void close() {
        buckets.close();
    }
}
