package dev.mayfly.face.cosmos.language.function;

import java.util.random.RandomGenerator;

/**
 * The inputs of a function besides its arguments.
 *
 * @param nowMillis the instant of the request, the same for all its rows and pages' worth of work
 * @param settings those of the container
 */
public record QueryInstant(long nowMillis, RandomGenerator random, SearchSettings settings) {
    /** The inputs where no container says anything. */
    public QueryInstant(long nowMillis, RandomGenerator random) {
        this(nowMillis, random, SearchSettings.DEFAULT);
    }
}
