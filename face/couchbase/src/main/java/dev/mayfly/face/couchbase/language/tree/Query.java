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
        List<With> with,
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

    /**
     * An object of these.
     *
     * @param excluded what is taken out of it, as paths or as texts with paths
     */
    public record Listed(List<Result> results, List<Expression> excluded) implements Projection {
        public Listed {
            results = List.copyOf(results);
            excluded = List.copyOf(excluded);
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

    /**
     * A value under a name of WITH.
     *
     * @param recursion how the value grows where it is the first of several, or null
     * @param near where the name stands in the text, as errors say it
     */
    public record With(
            String name, Expression value, @Nullable Recursion recursion, String near) {}

    /**
     * How rows of WITH RECURSIVE make others.
     *
     * @param step a query that reads the rows made last by the name of WITH
     * @param distinct whether a row that is there already is not taken again
     * @param cycle a row whose values of these are there already is not taken; empty for none
     * @param options an object that says how far it goes, or null
     */
    public record Recursion(
            Query step,
            boolean distinct,
            List<Expression> cycle,
            @Nullable Expression options) {
        public Recursion {
            cycle = List.copyOf(cycle);
        }
    }

    /**
     * A value under a name: of LET or LETTING.
     *
     * @param near where the name stands in the text, as errors say it
     */
    public record Binding(String name, Expression value, String near) {}

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
