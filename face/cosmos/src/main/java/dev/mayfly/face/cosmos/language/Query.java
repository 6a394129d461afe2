package dev.mayfly.face.cosmos.language;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query as its text says it.
 *
 * @param top a constant or a parameter, or null
 * @param sources what FROM joins; empty without FROM
 * @param where the filter, or null
 * @param window what OFFSET and LIMIT say, or null
 */
public record Query(
        boolean distinct,
        @Nullable Expression top,
        Selection selection,
        List<Source> sources,
        @Nullable Expression where,
        List<Expression> groupBy,
        List<Order> orderBy,
        @Nullable Window window) {
    public Query {
        sources = List.copyOf(sources);
        groupBy = List.copyOf(groupBy);
        orderBy = List.copyOf(orderBy);
    }

    /** {@code SELECT VALUE} of this, without FROM. */
    static Query ofValue(Expression value) {
        return new Query(false, null, new OneValue(value), List.of(), null, List.of(), List.of(), null);
    }

    Query withWhere(Expression filter) {
        return new Query(distinct, top, selection, sources, filter, groupBy, orderBy, window);
    }

    Query withSources(List<Source> others) {
        return new Query(distinct, top, selection, others, where, groupBy, orderBy, window);
    }

    /** What a row is made of. */
    public sealed interface Selection {}

    /** {@code *}: the one source. */
    public record Everything() implements Selection {}

    /** {@code VALUE}: the value itself; undefined makes no row. */
    public record OneValue(Expression value) implements Selection {}

    /** An object of what is defined of these. */
    public record Properties(List<Selected> selected) implements Selection {
        public Properties {
            selected = List.copyOf(selected);
        }

        /** The names: as given, else that of the property it is, else {@code $1} and so on. */
        public List<String> names() {
            List<String> names = new ArrayList<>();
            int unnamed = 0;
            for (Selected one : selected) {
                String name = one.ownName();
                names.add(name == null ? "$" + ++unnamed : name);
            }
            return names;
        }
    }

    /** An expression that is selected, with the name it was given, or null. */
    public record Selected(Expression value, @Nullable String alias) {
        private @Nullable String ownName() {
            return alias == null ? SourceNames.of(value) : alias;
        }
    }

    /**
     * What FROM or JOIN adds to each row so far.
     *
     * @param alias what it is called, or null if it cannot be referred to
     * @param each whether each element of the array is a row, not the value itself
     */
    public record Source(@Nullable String alias, boolean each, Rows rows) {}

    /** Where a source comes from. */
    public sealed interface Rows {}

    /** The item, or something inside of it or of an earlier source. */
    public record Path(Expression path) implements Rows {}

    /** The rows of another query. */
    public record Derived(Query query) implements Rows {}

    /** One of the values to sort by. */
    public record Order(Expression value, boolean descending) {}

    /** How many rows are skipped, and how many are wanted: constants or parameters. */
    public record Window(Expression offset, Expression limit) {}
}
