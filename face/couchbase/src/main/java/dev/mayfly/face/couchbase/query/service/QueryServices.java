package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.query.Prepareds;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What the query service rests on.
 *
 * @param now the instant that requests answer as of, in milliseconds since the epoch
 * @param machine for timeouts and metrics
 * @param logins who may ask
 */
public record QueryServices(
        StatementCompiler compiler,
        Prepareds prepareds,
        LongSupplier now,
        Clock machine,
        Logins logins,
        RandomGenerator random) {
    /** Whether there is such a user with such a password. */
    @FunctionalInterface
    public interface Logins {
        boolean admits(String user, String password);
    }
}
