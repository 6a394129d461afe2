package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** All functions of one row's values, by their names without regard to case. {@link Aggregates} are not among them. */
public final class Functions {
    private static final Map<String, Definition> BY_NAME =
            new FunctionTable().with(TypeFunctions::addTo).build();

    private Functions() {}

    public static boolean contains(String name) {
        return BY_NAME.containsKey(name.toUpperCase(Locale.ROOT));
    }

    /**
     * What carries out one call.
     *
     * @throws QueryException when there is no such function, or it takes another number of arguments
     */
    public static Evaluator resolve(String name, int arguments) {
        Definition definition = definitionOf(name);
        if (!definition.takes(arguments)) {
            throw new QueryException(
                    QueryException.PARSE,
                    "Number of arguments to function " + definition.name() + " must be " + definition.arity() + ".");
        }
        return definition.evaluators().get();
    }

    /**
     * Whether the value depends on the arguments alone, so that a call of constants is a constant.
     *
     * @throws QueryException when there is no such function
     */
    public static boolean isPure(String name) {
        return definitionOf(name).pure();
    }

    private static Definition definitionOf(String name) {
        Definition definition = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        if (definition == null) {
            throw new QueryException(QueryException.PARSE, "Invalid function '" + name + "'");
        }
        return definition;
    }

    /** The names of all functions there are, in capitals, other names of the same function too. */
    public static SortedSet<String> names() {
        return new TreeSet<>(BY_NAME.keySet());
    }
}
