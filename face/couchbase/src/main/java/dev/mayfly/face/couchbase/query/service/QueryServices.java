package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.query.Prepareds;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.system.SystemVitals;
import dev.mayfly.face.couchbase.query.transaction.Transactions;
import dev.mayfly.face.couchbase.session.Identity;
import java.net.InetAddress;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the query service rests on.
 *
 * @param now the instant that requests answer as of, in milliseconds since the epoch
 * @param machine for timeouts and metrics
 * @param logins who may ask
 * @param active the requests that run
 * @param completed the latest of those that have ended
 */
public record QueryServices(
        StatementCompiler compiler,
        Prepareds prepareds,
        Transactions transactions,
        LongSupplier now,
        Clock machine,
        Logins logins,
        RandomGenerator random,
        ActiveRequests active,
        CompletedRequests completed,
        SystemVitals vitals) {
    /** Who this is, if the password is his; null otherwise. */
    @FunctionalInterface
    public interface Logins {
        @Nullable
        Identity check(String user, String password, InetAddress from);
    }
}
