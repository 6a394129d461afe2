package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.aggregate.Aggregates;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The functions over windows of rows, by their names without regard to case: all aggregates, and some that are none. */
public final class WindowFunctions {
    private static final Rules AGGREGATE = new Rules(1, 1, true, false, true, false, false);
    private static final Rules RANKING = new Rules(0, 0, false, true, false, false, false);
    private static final Rules VALUE = new Rules(1, 1, false, false, true, true, false);
    private static final Rules OFFSET = new Rules(1, 3, false, true, false, true, false);

    private static final Map<String, Rules> BY_NAME = Map.ofEntries(
            Map.entry("ROW_NUMBER", new Rules(0, 0, false, false, false, false, false)),
            Map.entry("RANK", RANKING),
            Map.entry("DENSE_RANK", RANKING),
            Map.entry("PERCENT_RANK", RANKING),
            Map.entry("CUME_DIST", RANKING),
            Map.entry("RATIO_TO_REPORT", new Rules(1, 1, false, false, true, false, false)),
            Map.entry("NTILE", new Rules(1, 1, false, true, false, false, false)),
            Map.entry("FIRST_VALUE", VALUE),
            Map.entry("LAST_VALUE", VALUE),
            Map.entry("NTH_VALUE", new Rules(2, 2, false, false, true, true, true)),
            Map.entry("LAG", OFFSET),
            Map.entry("LEAD", OFFSET));

    private WindowFunctions() {}

    /**
     * The rules for a call of a function.
     *
     * @param least the arguments it takes at least
     * @param aggregate whether it may see equal arguments once, and only rows that pass a filter
     * @param ordered whether its window needs an order
     * @param frame whether its window may have a frame
     * @param nulls whether it may be told to skip NULL and MISSING
     * @param fromEnd whether the call may say at which end to begin
     */
    public record Rules(
            int least, int most, boolean aggregate, boolean ordered, boolean frame, boolean nulls, boolean fromEnd) {}

    /** Null where no function of this name is one over windows. */
    public static @Nullable Rules of(String name) {
        Rules rules = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        return rules == null && Aggregates.contains(name) ? AGGREGATE : rules;
    }

    /** The names, in capitals, of those that are no aggregates. */
    public static SortedSet<String> names() {
        return new TreeSet<>(BY_NAME.keySet());
    }
}
