package dev.mayfly.face.couchbase.language.function;

import java.time.ZoneId;
import java.util.random.RandomGenerator;

/**
 * What a function may depend on besides its arguments.
 *
 * @param nowMillis the instant of the request, the same for all its rows
 * @param zone the server's time zone
 * @param user who asks
 */
public record Moment(long nowMillis, ZoneId zone, RandomGenerator random, String user) {}
