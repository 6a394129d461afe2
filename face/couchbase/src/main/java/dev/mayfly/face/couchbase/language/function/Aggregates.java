package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The functions of many rows' values, by their names without regard to case. */
public final class Aggregates {
    private static final Map<String, Supplier<Aggregate>> BY_NAME = Map.of();

    private Aggregates() {}

    /** Whether a function of this name is an aggregate. */
    public static boolean contains(String name) {
        return BY_NAME.containsKey(name.toUpperCase(Locale.ROOT));
    }

    /**
     * What begins one group after the other; each argument counts but once in a distinct one.
     *
     * @throws QueryException when there is no such aggregate
     */
    public static Supplier<Aggregate> resolve(String name, boolean distinct) {
        Supplier<Aggregate> plain = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        if (plain == null) {
            throw new QueryException(QueryException.PARSE, "Invalid function '" + name + "'");
        }
        return plain;
    }

    /** The names of all there are, in capitals. */
    public static SortedSet<String> names() {
        return new TreeSet<>(BY_NAME.keySet());
    }
}
