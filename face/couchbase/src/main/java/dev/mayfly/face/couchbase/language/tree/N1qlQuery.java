package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query: rows of one SELECT or of several combined, ordered and limited.
 *
 * @param with the named values visible in all of it
 * @param orderBy empty when no order is asked for
 * @param limit null for all
 * @param offset null for none
 */
public record N1qlQuery(
        List<With> with,
        Term term,
        List<Sort> orderBy,
        @Nullable N1qlExpression limit,
        @Nullable N1qlExpression offset) {
    public N1qlQuery {
        with = List.copyOf(with);
        orderBy = List.copyOf(orderBy);
    }

    /** A source of rows. */
    public sealed interface Term {}

    /** A whole query in parentheses. */
    public record Nested(N1qlQuery query) implements Term {}

    /** Rows of a first term, combined with those of the others from left to right. */
    public record Combined(Term first, List<Part> others) implements Term {
        public Combined {
            others = List.copyOf(others);
        }
    }

    /** A term that is combined with all before. */
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
            @Nullable N1qlExpression where,
            @Nullable Grouping grouping)
            implements Term {
        public Select {
            from = List.copyOf(from);
            let = List.copyOf(let);
        }
    }

    /** The content of a result row. */
    public sealed interface Projection {}

    /** The value itself. */
    public record Raw(N1qlExpression value) implements Projection {}

    /**
     * An object of these.
     *
     * @param excluded what is taken out of it, as paths or as texts with paths
     */
    public record Listed(List<Result> results, List<N1qlExpression> excluded) implements Projection {
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
    public record FieldsOf(N1qlExpression value) implements Result {}

    /** A value with the name it was given, or null. */
    public record Named(N1qlExpression value, @Nullable String alias) implements Result {}

    /**
     * A value under a name of WITH.
     *
     * @param recursion how the value grows where it is the first of several, or null
     * @param near where the name stands in the text, as errors show it
     */
    public record With(
            String name, N1qlExpression value, @Nullable Recursion recursion, String near) {}

    /**
     * The recursion of WITH RECURSIVE: a step that makes rows of rows.
     *
     * @param step a query that reads the rows made last by the name of WITH
     * @param distinct whether a row that is there already is not taken again
     * @param cycle a row whose values of these are there already is not taken; empty for none
     * @param options an object that limits the recursion, or null
     */
    public record Recursion(
            N1qlQuery step,
            boolean distinct,
            List<N1qlExpression> cycle,
            @Nullable N1qlExpression options) {
        public Recursion {
            cycle = List.copyOf(cycle);
        }
    }

    /**
     * A value under a name: of LET or LETTING.
     *
     * @param near where the name stands in the text, as errors show it
     */
    public record Binding(String name, N1qlExpression value, String near) {}

    /**
     * The grouping of rows.
     *
     * @param keys none when there is one group only
     * @param groupAs the name of the rows of a group, or null
     */
    public record Grouping(
            List<Named> keys,
            @Nullable String groupAs,
            List<Binding> letting,
            @Nullable N1qlExpression having) {
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
            N1qlExpression value,
            boolean descending,
            @Nullable Boolean nullsLast) {}
}
