package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.system.SystemVitals;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransactions;
import dev.mayfly.face.couchbase.session.Identity;
import java.net.InetAddress;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The services that the query service needs.
 *
 * @param reads begins the reads of one request; its instant is that of the request
 * @param machine for timeouts and metrics
 * @param memory the pool of what requests hold
 * @param logins the users that may log in
 * @param active the requests that run
 * @param completed the latest of those that have ended
 */
public record QueryServices(
        StatementCompiler compiler,
        PreparedStatements prepareds,
        N1qlTransactions transactions,
        Supplier<FrozenReads> reads,
        Clock machine,
        RequestMemoryPool memory,
        Logins logins,
        RandomGenerator random,
        ActiveRequests active,
        CompletedRequests completed,
        SystemVitals vitals) {
    /** Returns the user, or null if the password is wrong. */
    @FunctionalInterface
    public interface Logins {
        @Nullable
        Identity check(String user, String password, InetAddress from);
    }
}
