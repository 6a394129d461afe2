package dev.mayfly.face.couchbase;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.access.BasicLogin;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.query.SharedPlans;
import dev.mayfly.face.couchbase.query.function.FunctionSandbox;
import dev.mayfly.face.couchbase.query.function.StoredFunctions;
import dev.mayfly.face.couchbase.query.index.IndexCatalog;
import dev.mayfly.face.couchbase.query.index.IndexPlanner;
import dev.mayfly.face.couchbase.query.index.IndexStatements;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.plan.N1qlCompiler;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import dev.mayfly.face.couchbase.query.service.QueryService;
import dev.mayfly.face.couchbase.query.service.QueryServices;
import dev.mayfly.face.couchbase.query.system.SystemTables;
import dev.mayfly.face.couchbase.query.system.SystemUsers;
import dev.mayfly.face.couchbase.query.system.SystemVitals;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransactions;
import dev.mayfly.face.couchbase.rest.AuditedStatements;
import dev.mayfly.face.couchbase.rest.UserForms;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Assembles the query service. */
final class CouchbaseQueries {
    /** Limit on the disk space of all queries together. */
    private static final long SPILL_BYTES_MAX = 4L << 30;

    private static final String SPILL_FOLDER = "couchbase-spill";

    private CouchbaseQueries() {}

    static QueryService service(
            CouchbaseServices services,
            Buckets buckets,
            Documents documents,
            StoredUsers users,
            BasicLogin login,
            Audit audit) {
        IndexCatalog indexes = new IndexCatalog();
        buckets.all().forEach(bucket -> indexes.refresh(bucket.collections()));
        buckets.addListener(_ -> indexes.changed());
        PreparedStatements prepareds = new PreparedStatements(
                indexes::generation,
                services.engine().isShared() ? new SharedPlans(services.engine().records(Buckets.FACE)) : null);
        ActiveRequests active = new ActiveRequests();
        CompletedRequests completed = new CompletedRequests();
        SystemVitals vitals =
                new SystemVitals(active, services.machine(), services.settings().version());
        SystemUsers told = new SystemUsers(users, user -> UserForms.json(user, users));
        N1qlTransactions transactions = new N1qlTransactions(documents, buckets, services.machine());
        transactions.lostAttempts().start(services.timers());
        Sequences sequences = new Sequences(documents, buckets);
        StoredFunctions functions = new StoredFunctions(documents, buckets);
        N1qlCompiler compiler = new N1qlCompiler(new N1qlCompiler.Services(
                new Keyspaces(buckets),
                documents,
                new IndexPlanner(indexes),
                new SystemTables(
                        buckets,
                        indexes,
                        new SystemTables.Contents(
                                prepareds,
                                active,
                                completed,
                                vitals,
                                told,
                                sequences,
                                functions,
                                transactions,
                                services.ports())),
                sequences,
                functions,
                new FunctionSandbox(
                        services.scripts(), services.settings().rules().edition()),
                new IndexStatements(indexes),
                new AuditedStatements(audit),
                prepareds,
                spillSpace(services.dataFolder())));
        return new QueryService(new QueryServices(
                compiler,
                prepareds,
                transactions,
                services.engine()::frozenReads,
                services.machine(),
                services.memory(),
                login::check,
                new SecureRandom(),
                active,
                completed,
                vitals));
    }

    /** Returns the space for sorts that do not fit in memory; null when nothing is kept. */
    private static @Nullable SpillSpace spillSpace(@Nullable Path dataFolder) {
        return dataFolder == null ? null : SpillSpace.at(dataFolder.resolve(SPILL_FOLDER), SPILL_BYTES_MAX);
    }
}
