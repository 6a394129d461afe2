package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A term of FROM, which adds to each row so far.
 *
 * @param alias the name of the added value; empty when there is none
 * @param named whether the statement says that name, which is else the last of the path
 * @param hints how to find it
 * @param near where its name stands in the text, as errors say it
 */
public record Source(Link link, Origin origin, String alias, boolean named, Hints hints, String near) {
    /** The same linked in another way. */
    public Source linked(Link other) {
        return new Source(other, origin, alias, named, hints, near);
    }

    /** The origin of the added values. */
    public sealed interface Origin {}

    /** Documents of a keyspace. */
    public record Keyspace(KeyspaceName name) implements Origin {}

    /** Documents of a keyspace that the request names by a parameter. */
    public record ParameterKeyspace(N1qlExpression.Parameter parameter) implements Origin {}

    /** The results of an expression: rows of a query, elements of an array, or a single value. */
    public record Computed(N1qlExpression value) implements Origin {}

    /**
     * The hints of USE.
     *
     * @param keys null when the documents are not named by their keys
     * @param validate whether a missing key causes a warning
     * @param indexes those to be preferred
     * @param join whether it says how to join
     */
    public record Hints(@Nullable N1qlExpression keys, boolean validate, List<String> indexes, boolean join) {
        public static final Hints NONE = new Hints(null, false, List.of(), false);

        public Hints {
            indexes = List.copyOf(indexes);
        }

        /** The same with a warning of keys that there are not. */
        public Hints validating() {
            return new Hints(keys, true, indexes, join);
        }
    }

    /** The relation of the term to the rows before. */
    public sealed interface Link {}

    /** The first of all, or behind a comma: with every row. */
    public record Cross() implements Link {}

    /** JOIN ... ON a condition; nested rows become an array. */
    public record On(Side side, boolean nest, N1qlExpression condition) implements Link {}

    /** JOIN ... ON KEYS: the documents of these keys. */
    public record OnKeys(Side side, boolean nest, N1qlExpression keys) implements Link {}

    /** JOIN ... ON KEY ... FOR: the documents that have the key of an earlier one. */
    public record OnKeyFor(Side side, boolean nest, N1qlExpression key, String of) implements Link {}

    /** Each element of an array. */
    public record Unnest(Side side) implements Link {}

    /** The sides of an outer join whose rows are kept although they match no other. */
    public enum Side {
        INNER,
        LEFT,
        RIGHT
    }
}
