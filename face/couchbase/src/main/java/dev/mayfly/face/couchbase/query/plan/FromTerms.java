package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides whether a term of FROM reads a keyspace or a value, and gives it its name. */
final class FromTerms {
    /*
     * The only place that decides what a path behind FROM, JOIN, NEST or USING means. docs/faces/couchbase.md has the
     * rule with examples, under "Names".
     *
     *   one word          a value, if the statement gave the word to something (AS, LET, LETTING, GROUP AS, a loop)
     *                     or WITH did; else a keyspace, though a term further out may go by the name of the same one
     *   two words         always a value: a field of what the first word means
     *   three words       a value, if the statement gave the first word to something; else bucket, scope, collection
     *   more              always a value
     *   namespace:path    a keyspace
     *   JOIN .. ON KEYS   a keyspace
     */

    private FromTerms() {}

    /** Returns the expression behind a source, as it was written; null for documents of a keyspace. */
    static @Nullable N1qlExpression value(Source source, VisibleNames names) {
        return switch (source.origin()) {
            case Source.Computed(N1qlExpression value) -> {
                if (isLookup(source.link())) {
                    throw new N1qlException(
                            N1qlException.PARSE, "syntax error - ON KEYS and ON KEY join documents of a keyspace");
                }
                yield value;
            }
            case Source.ParameterKeyspace _ -> null;
            case Source.Keyspace(KeyspaceName name) ->
                isLookup(source.link()) || isKeyspace(name, names) ? null : path(name.parts());
        };
    }

    private static boolean isLookup(Source.Link link) {
        return switch (link) {
            case Source.OnKeys _, Source.OnKeyFor _ -> true;
            case Source.Cross _, Source.On _, Source.Unnest _ -> false;
        };
    }

    private static boolean isKeyspace(KeyspaceName name, VisibleNames names) {
        if (name.namespace() != null) {
            return true;
        }
        String first = name.parts().getFirst();
        return switch (name.parts().size()) {
            case 1 -> !names.isAlias(first) && !names.isWith(first);
            case 3 -> !names.isAlias(first);
            default -> false;
        };
    }

    private static N1qlExpression path(List<String> parts) {
        N1qlExpression path = new N1qlExpression.Identifier(parts.getFirst());
        for (String part : parts.subList(1, parts.size())) {
            path = new N1qlExpression.Field(path, QueryCompiler.text(part));
        }
        return path;
    }

    /**
     * Makes the name of a source known; answers its place.
     *
     * @param value what makes its things, or null
     */
    static int declare(Source source, @Nullable N1qlExpression value, VisibleNames names) {
        String term = term(source, value);
        return value instanceof N1qlExpression.Identifier(String with, var _) && names.isWith(with)
                ? names.sourceOfWith(source.alias(), source.named(), with, term, source.near())
                : names.source(source.alias(), source.named(), term, source.near());
    }

    /** Returns its name in errors. */
    private static String term(Source source, @Nullable N1qlExpression value) {
        if (source.link() instanceof Source.Unnest) {
            return "UNNEST";
        }
        if (value != null) {
            return value instanceof N1qlExpression.Subquery ? "subquery" : "FROM expression";
        }
        return switch (source.link()) {
            case Source.Cross _, Source.Unnest _ -> "FROM";
            case Source.On(Source.Side _, boolean nest, N1qlExpression _) -> join(nest);
            case Source.OnKeys(Source.Side _, boolean nest, N1qlExpression _) -> join(nest);
            case Source.OnKeyFor(Source.Side _, boolean nest, N1qlExpression _, String _) -> join(nest);
        };
    }

    private static String join(boolean nest) {
        return nest ? "NEST" : "JOIN";
    }
}
