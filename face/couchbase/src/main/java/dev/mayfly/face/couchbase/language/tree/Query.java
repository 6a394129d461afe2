package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query: rows of one SELECT or of several combined, in an order, and how many of them.
 *
 * @param with what is called by a name in all of it
 * @param orderBy empty when no order is asked for
 * @param limit null for all
 * @param offset null for none
 */
public record Query(
        List<Binding> with,
        Term term,
        List<Sort> orderBy,
        @Nullable Expression limit,
        @Nullable Expression offset) {
    public Query {
        with = List.copyOf(with);
        orderBy = List.copyOf(orderBy);
    }

    /** What rows come from. */
    public sealed interface Term {}

    /** A whole query in parentheses. */
    public record Nested(Query query) implements Term {}

    /** Rows of a first term, combined with those of the others from left to right. */
    public record Combined(Term first, List<Part> others) implements Term {
        public Combined {
            others = List.copyOf(others);
        }
    }

    /** What is combined with all before. */
    public record Part(SetOperator operator, boolean all, Term term) {}

    public enum SetOperator {
        UNION,
        INTERSECT,
        EXCEPT
    }

    /** One SELECT. */
    public record Select(
            boolean distinct,
            Projection projection,
            List<Source> from,
            List<Binding> let,
            @Nullable Expression where,
            @Nullable Grouping grouping)
            implements Term {
        public Select {
            from = List.copyOf(from);
            let = List.copyOf(let);
        }
    }

    /** What a row is made of. */
    public sealed interface Projection {}

    /** The value itself. */
    public record Raw(Expression value) implements Projection {}

    /** An object of these. */
    public record Listed(List<Result> results) implements Projection {
        public Listed {
            results = List.copyOf(results);
        }
    }

    /** A part of the object that a row is. */
    public sealed interface Result {}

    /** {@code *}: every source under its name. */
    public record Everything() implements Result {}

    /** {@code x.*}: the fields of a value. */
    public record FieldsOf(Expression value) implements Result {}

    /** A value with the name it was given, or null. */
    public record Named(Expression value, @Nullable String alias) implements Result {}

    /** A value under a name: of LET, LETTING, or WITH. */
    public record Binding(String name, Expression value) {}

    /**
     * How rows are grouped.
     *
     * @param keys none when there is one group only
     * @param groupAs what the rows of a group are called, or null
     */
    public record Grouping(
            List<Named> keys,
            @Nullable String groupAs,
            List<Binding> letting,
            @Nullable Expression having) {
        public Grouping {
            keys = List.copyOf(keys);
            letting = List.copyOf(letting);
        }
    }

    /**
     * One of the values to sort by.
     *
     * @param nullsLast null when NULL and MISSING stand where they collate
     */
    public record Sort(
            Expression value, boolean descending, @Nullable Boolean nullsLast) {}
}
