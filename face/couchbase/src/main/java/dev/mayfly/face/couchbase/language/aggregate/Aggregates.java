package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The functions of many rows' values, by their names without regard to case. */
public final class Aggregates {
    private static final Map<String, Supplier<Aggregate>> BY_NAME = Map.ofEntries(
            Map.entry("ARRAY_AGG", ArrayAggregate::new),
            Map.entry("AVG", () -> new SumAggregate(SumAggregate.Kind.AVG)),
            Map.entry("MEAN", () -> new SumAggregate(SumAggregate.Kind.AVG)),
            Map.entry("COUNT", CountAggregate::new),
            Map.entry("COUNTN", () -> new SumAggregate(SumAggregate.Kind.COUNTN)),
            Map.entry("MAX", () -> new ExtremeAggregate(false)),
            Map.entry("MIN", () -> new ExtremeAggregate(true)),
            Map.entry("SUM", () -> new SumAggregate(SumAggregate.Kind.SUM)),
            Map.entry("MEDIAN", () -> new DispersionAggregate(DispersionAggregate.Kind.MEDIAN)),
            Map.entry("STDDEV", () -> new DispersionAggregate(DispersionAggregate.Kind.STDDEV)),
            Map.entry("STDDEV_POP", () -> new DispersionAggregate(DispersionAggregate.Kind.STDDEV_POP)),
            Map.entry("STDDEV_SAMP", () -> new DispersionAggregate(DispersionAggregate.Kind.STDDEV_SAMP)),
            Map.entry("VARIANCE", () -> new DispersionAggregate(DispersionAggregate.Kind.VARIANCE)),
            Map.entry("VARIANCE_POP", () -> new DispersionAggregate(DispersionAggregate.Kind.VAR_POP)),
            Map.entry("VARIANCE_SAMP", () -> new DispersionAggregate(DispersionAggregate.Kind.VAR_SAMP)),
            Map.entry("VAR_POP", () -> new DispersionAggregate(DispersionAggregate.Kind.VAR_POP)),
            Map.entry("VAR_SAMP", () -> new DispersionAggregate(DispersionAggregate.Kind.VAR_SAMP)));

    private Aggregates() {}

    /** Returns whether a function of this name is an aggregate. */
    public static boolean contains(String name) {
        return BY_NAME.containsKey(name.toUpperCase(Locale.ROOT));
    }

    /**
     * Returns a factory that begins one group after the other; a distinct one counts each argument once.
     *
     * @throws N1qlException when there is no such aggregate
     */
    public static Supplier<Aggregate> resolve(String name, boolean distinct) {
        Supplier<Aggregate> plain = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        if (plain == null) {
            throw new N1qlException(N1qlException.PARSE, "Invalid function " + name);
        }
        return distinct ? () -> new DistinctArguments(plain.get()) : plain;
    }

    /** The names of all there are, in capitals. */
    public static SortedSet<String> names() {
        return new TreeSet<>(BY_NAME.keySet());
    }
}
