package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The functions of many rows' values, by their names without regard to case. */
public final class Aggregates {
    private static final Map<String, Supplier<Aggregate>> BY_NAME = Map.ofEntries(
            Map.entry("ARRAY_AGG", Gathered::new),
            Map.entry("AVG", () -> new Sums(Sums.Kind.AVG)),
            Map.entry("MEAN", () -> new Sums(Sums.Kind.AVG)),
            Map.entry("COUNT", Counting::new),
            Map.entry("COUNTN", () -> new Sums(Sums.Kind.COUNTN)),
            Map.entry("MAX", () -> new Extreme(false)),
            Map.entry("MIN", () -> new Extreme(true)),
            Map.entry("SUM", () -> new Sums(Sums.Kind.SUM)),
            Map.entry("MEDIAN", () -> new Spread(Spread.Kind.MEDIAN)),
            Map.entry("STDDEV", () -> new Spread(Spread.Kind.STDDEV)),
            Map.entry("STDDEV_POP", () -> new Spread(Spread.Kind.STDDEV_POP)),
            Map.entry("STDDEV_SAMP", () -> new Spread(Spread.Kind.STDDEV_SAMP)),
            Map.entry("VARIANCE", () -> new Spread(Spread.Kind.VARIANCE)),
            Map.entry("VARIANCE_POP", () -> new Spread(Spread.Kind.VAR_POP)),
            Map.entry("VARIANCE_SAMP", () -> new Spread(Spread.Kind.VAR_SAMP)),
            Map.entry("VAR_POP", () -> new Spread(Spread.Kind.VAR_POP)),
            Map.entry("VAR_SAMP", () -> new Spread(Spread.Kind.VAR_SAMP)));

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
            throw new QueryException(QueryException.PARSE, "Invalid function " + name);
        }
        return distinct ? () -> new DistinctArguments(plain.get()) : plain;
    }

    /** The names of all there are, in capitals. */
    public static SortedSet<String> names() {
        return new TreeSet<>(BY_NAME.keySet());
    }
}
