package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.SqlFunctions;
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
public record SqlQuery(
        boolean distinct,
        @Nullable SqlExpression top,
        Selection selection,
        List<Source> sources,
        @Nullable SqlExpression where,
        List<SqlExpression> groupBy,
        List<Order> orderBy,
        @Nullable Window window) {
    public SqlQuery {
        sources = List.copyOf(sources);
        groupBy = List.copyOf(groupBy);
        orderBy = List.copyOf(orderBy);
    }

    /** Returns true if scores of whole items order the rows. */
    public boolean isRanked() {
        return !orderBy.isEmpty()
                && orderBy.getFirst().value() instanceof SqlExpression.Call call
                && SqlFunctions.ranksItems(call.function());
    }

    /** {@code SELECT VALUE} of this, without FROM. */
    static SqlQuery ofValue(SqlExpression value) {
        return new SqlQuery(false, null, new OneValue(value), List.of(), null, List.of(), List.of(), null);
    }

    SqlQuery withWhere(SqlExpression filter) {
        return new SqlQuery(distinct, top, selection, sources, filter, groupBy, orderBy, window);
    }

    SqlQuery withSources(List<Source> others) {
        return new SqlQuery(distinct, top, selection, others, where, groupBy, orderBy, window);
    }

    /** The content of a row. */
    public sealed interface Selection {}

    /** {@code *}: the one source. */
    public record Everything() implements Selection {}

    /** {@code VALUE}: the value itself; undefined makes no row. */
    public record OneValue(SqlExpression value) implements Selection {}

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
    public record Selected(SqlExpression value, @Nullable String alias) {
        private @Nullable String ownName() {
            return alias == null ? SourceNames.of(value) : alias;
        }
    }

    /**
     * A source that FROM or JOIN adds to each row so far.
     *
     * @param alias the name, or null if it cannot be referred to
     * @param each whether each element of the array is a row, not the value itself
     */
    public record Source(@Nullable String alias, boolean each, Rows rows) {}

    /** The origin of a source. */
    public sealed interface Rows {}

    /** The item, or something inside of it or of an earlier source. */
    public record Path(SqlExpression path) implements Rows {}

    /** The rows of another query. */
    public record Derived(SqlQuery query) implements Rows {}

    /** One of the values to sort by. */
    public record Order(SqlExpression value, boolean descending) {}

    /** The numbers of rows to skip and to return: constants or parameters. */
    public record Window(SqlExpression offset, SqlExpression limit) {}
}
