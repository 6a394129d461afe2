package dev.mayfly.face.couchbase.language.function;

import java.time.ZoneId;
import java.util.random.RandomGenerator;

/**
 * The context of a function besides its arguments.
 *
 * @param nowMillis the instant of the request, the same for all its rows
 * @param zone the server's time zone
 * @param user the user of the request
 */
public record StatementInstant(long nowMillis, ZoneId zone, RandomGenerator random, String user) {}
