package dev.mayfly.face.couchbase.language.function;

import java.util.function.Supplier;

/**
 * A function by its name.
 *
 * @param name in capitals
 * @param most arguments it takes
 * @param pure whether its arguments alone decide
 * @param evaluators makes one for each call, which may remember what it has worked out
 */
record Definition(String name, int least, int most, boolean pure, Supplier<N1qlEvaluator> evaluators) {
    static final int ANY = Integer.MAX_VALUE;

    boolean takes(int arguments) {
        return arguments >= least && arguments <= most;
    }
}
