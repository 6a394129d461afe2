package dev.mayfly.base.sql;

import java.util.function.Supplier;

/**
 * A function with its name.
 *
 * @param <E> evaluates one call of it
 * @param name as the documentation of the language writes it
 * @param least arguments it takes
 * @param most arguments it takes
 * @param pure whether the result depends on its arguments alone
 * @param evaluators makes one for each call, which may cache its work
 */
public record FunctionDefinition<E>(String name, int least, int most, boolean pure, Supplier<E> evaluators) {
    public boolean takes(int arguments) {
        return arguments >= least && arguments <= most;
    }
}
