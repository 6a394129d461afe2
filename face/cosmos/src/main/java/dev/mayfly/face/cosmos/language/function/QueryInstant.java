package dev.mayfly.face.cosmos.language.function;

import java.util.random.RandomGenerator;

/**
 * The inputs of a function besides its arguments.
 *
 * @param nowMillis the instant of the request, the same for all its rows and pages' worth of work
 * @param settings those of the container
 * @param functions those that clients have made in the container
 */
public record QueryInstant(long nowMillis, RandomGenerator random, SearchSettings settings, FunctionSource functions) {
    /** The inputs where no container says anything. */
    public QueryInstant(long nowMillis, RandomGenerator random) {
        this(nowMillis, random, SearchSettings.DEFAULT);
    }

    /** The inputs where there are no functions of clients. */
    public QueryInstant(long nowMillis, RandomGenerator random, SearchSettings settings) {
        this(nowMillis, random, settings, FunctionSource.NONE);
    }
}
