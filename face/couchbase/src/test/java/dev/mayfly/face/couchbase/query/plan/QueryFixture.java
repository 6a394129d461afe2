package dev.mayfly.face.couchbase.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptBounds;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.function.StatementInstant;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.query.SharedPlans;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import dev.mayfly.face.couchbase.query.function.FunctionSandbox;
import dev.mayfly.face.couchbase.query.function.StoredFunctions;
import dev.mayfly.face.couchbase.query.index.IndexCatalog;
import dev.mayfly.face.couchbase.query.index.IndexPlanner;
import dev.mayfly.face.couchbase.query.index.IndexStatements;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import dev.mayfly.face.couchbase.query.system.SystemTables;
import dev.mayfly.face.couchbase.query.system.SystemUsers;
import dev.mayfly.face.couchbase.query.system.SystemVitals;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransactions;
import dev.mayfly.face.couchbase.rest.UserForms;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Statements over buckets in memory, without the service around them. */
public final class QueryFixture implements AutoCloseable {
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

    /** Small, so that what goes beyond its bounds ends soon. */
    private static final ScriptSandbox SANDBOX =
            new ScriptSandbox(() -> 1_700_000_000_000L, SystemClock.INSTANCE, new ScriptBounds(16 << 20, 2_000, 100));

    final BucketsFixture buckets;
    final Documents documents;
    final IndexCatalog indexes = new IndexCatalog();
    final PreparedStatements prepareds;
    final StoredUsers users;
    final N1qlCompiler compiler;
    QueryContext context = QueryContext.NONE;
    final N1qlTransactions transactions;
    final Sequences sequences;
    final StoredFunctions functions;
    boolean preserveExpiry;
    boolean legacyMerge;
    private @Nullable ExecutableStatement ran;
    String user = "tester";

    String transaction = "";
    /** Of statements that belong to its latest transaction. */
    String group = "";

    Identity identity = EVERYBODY;

    public QueryFixture() {
        this(new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS));
    }

    public QueryFixture(BucketRules rules) {
        this(new BucketsFixture(rules));
    }

    QueryFixture(BucketsFixture over) {
        this(over, new FunctionSandbox(SANDBOX, Edition.ENTERPRISE));
    }

    QueryFixture(BucketsFixture over, FunctionSandbox sandbox) {
        buckets = over;
        prepareds = new PreparedStatements(
                indexes::generation,
                buckets.engine().isShared() ? new SharedPlans(buckets.buckets().records()) : null);
        documents = new Documents(new CasClock(buckets.engine().clock()), buckets.clock());
        transactions = new N1qlTransactions(documents, buckets.buckets(), buckets.clock());
        sequences = new Sequences(documents, buckets.buckets());
        functions = new StoredFunctions(documents, buckets.buckets());
        users = new StoredUsers(buckets.engine().records("couchbase"), List.of());
        compiler = new N1qlCompiler(new N1qlCompiler.Services(
                new Keyspaces(buckets.buckets()),
                documents,
                new IndexPlanner(indexes),
                new SystemTables(buckets.buckets(), indexes, contents()),
                sequences,
                functions,
                sandbox,
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
                new SystemUsers(users, user -> UserForms.json(user, users)),
                sequences,
                functions,
                transactions,
                () -> new NodePorts(11210, 8091, 8093, false));
    }

    /** The result of one run of a statement. */
    public record Outcome(
            List<N1qlValue> rows,
            long mutations,
            List<StatementExecution.Remark> errors,
            List<StatementExecution.Remark> warnings) {}

    public Outcome run(String text, Parameters parameters) {
        return run(text, parameters, 0, buckets.clock(), RequestMemoryPool.unbounded());
    }

    /** A run that ends after so long by this clock, and may hold no more than there is in the pool. */
    public Outcome run(String text, Parameters parameters, long timeoutNanos, Clock machine, RequestMemoryPool memory) {
        FrozenReads reads = buckets.engine().frozenReads();
        StatementExecution.Settings settings = settings(reads, parameters, timeoutNanos);
        List<N1qlValue> rows = new ArrayList<>();
        try (reads;
                StatementExecution execution = new StatementExecution(settings, machine, memory.open(), () -> true)) {
            execution.reading(reads);
            return execution.during(() -> run(text, execution, rows));
        }
    }

    private StatementExecution.Settings settings(FrozenReads reads, Parameters parameters, long timeoutNanos) {
        return new StatementExecution.Settings(
                identity,
                new StatementInstant(reads.instant().now(), ZoneOffset.UTC, new Random(7), "tester"),
                context,
                parameters,
                timeoutNanos,
                false,
                preserveExpiry,
                false,
                10,
                legacyMerge);
    }

    /** Returns the operators of a query with what was measured by this clock. */
    N1qlValue timings(String text, Clock machine) {
        FrozenReads reads = buckets.engine().frozenReads();
        try (reads;
                StatementExecution execution = new StatementExecution(
                        settings(reads, Parameters.NONE, 0),
                        machine,
                        RequestMemoryPool.unbounded().open(),
                        () -> true)) {
            execution.reading(reads);
            execution.measure();
            execution.during(() -> run(text, execution, new ArrayList<>()));
            // The plan is known by its identity, so the one that ran is asked.
            return requireNonNull(ran).timings(requireNonNull(execution.profile()));
        }
    }

    private Outcome run(String text, StatementExecution execution, List<N1qlValue> rows) {
        ExecutableStatement statement = compiler.compile(text, context);
        ran = statement;
        try (TransactionTurn turn = new TransactionTurn(transactions, asked())) {
            execution.within(turn);
            turn.enter(statement);
            statement.run(execution, row -> rows.add(N1qlValues.parse(N1qlValues.json(row))));
            if (execution.errors().isEmpty()) {
                turn.finish();
            }
        } catch (N1qlException failure) {
            execution.end(failure);
        } catch (MemoryLimitExceeded exceeded) {
            execution.end(N1qlException.MEMORY, "" + exceeded.bound());
        }
        return new Outcome(rows, execution.mutations(), execution.errors(), execution.warnings());
    }

    private TransactionTurn.Asked asked() {
        TransactionTurn.Asked nothing = TransactionTurn.nothing();
        return new TransactionTurn.Asked(user, transaction, group, false, 0, nothing.options(), nothing.data());
    }

    public void put(String path, String key, String json) {
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
