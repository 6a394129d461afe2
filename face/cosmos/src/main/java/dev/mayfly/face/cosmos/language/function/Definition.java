package dev.mayfly.face.cosmos.language.function;

import java.util.function.Supplier;

/**
 * A function with its name.
 *
 * @param name as the documentation writes it
 * @param most arguments it takes
 * @param pure whether the result depends on its arguments alone
 * @param evaluators makes one for each call, which may cache its work
 */
record Definition(String name, int least, int most, boolean pure, Supplier<SqlEvaluator> evaluators) {
    static final int ANY = Integer.MAX_VALUE;

    String arity() {
        if (least == most) {
            return Integer.toString(least);
        }
        return most == ANY ? least + " or more" : least + " to " + most;
    }
}
