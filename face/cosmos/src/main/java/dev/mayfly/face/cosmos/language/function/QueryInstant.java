package dev.mayfly.face.cosmos.language.function;

import java.util.random.RandomGenerator;

/**
 * The inputs of a function besides its arguments.
 *
 * @param nowMillis the instant of the request, the same for all its rows and pages' worth of work
 */
public record QueryInstant(long nowMillis, RandomGenerator random) {}
