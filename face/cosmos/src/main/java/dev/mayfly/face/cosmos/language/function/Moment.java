package dev.mayfly.face.cosmos.language.function;

import java.util.random.RandomGenerator;

/**
 * What a function may depend on besides its arguments.
 *
 * @param nowMillis the instant of the request, the same for all its rows and pages' worth of work
 */
public record Moment(long nowMillis, RandomGenerator random) {}
