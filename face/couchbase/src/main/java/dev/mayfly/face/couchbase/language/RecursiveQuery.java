package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query of WITH RECURSIVE: what it begins with, what it goes on with, and what may not stand in it. */
final class RecursiveQuery {
    private static final int SEMANTICS = 3300;
    private static final int ANCHOR_RECURS = 3301;
    private static final int RECURS_TWICE = 3302;
    private static final int UNSUPPORTED = 3304;
    private static final int INVALID_CYCLE = 3307;

    private final String name;
    private int references;

    private RecursiveQuery(String name) {
        this.name = name;
    }

    /**
     * The last of several terms goes on with what those before have begun, if it reads the name.
     *
     * @param aggregates whether there are any in the query
     * @param near where the name stands in the text
     */
    static N1qlQuery.With with(
            String name,
            N1qlQuery query,
            boolean aggregates,
            List<N1qlExpression> cycle,
            @Nullable N1qlExpression options,
            String near) {
        refuse(query.term());
        if (aggregates) {
            throw refused("Aggregates/Window functions are not allowed");
        }
        N1qlQuery.With plain = new N1qlQuery.With(name, new N1qlExpression.Subquery(query), null, near);
        if (!(query.term() instanceof N1qlQuery.Combined(N1qlQuery.Term first, List<N1qlQuery.Part> others))
                || others.getLast().operator() != N1qlQuery.SetOperator.UNION) {
            return plain;
        }
        N1qlQuery.Term anchor =
                others.size() == 1 ? first : new N1qlQuery.Combined(first, others.subList(0, others.size() - 1));
        if (references(name, anchor) > 0) {
            throw new N1qlException(
                    ANCHOR_RECURS, "Anchor Clause cannot have recursive reference in FROM expression: " + name);
        }
        N1qlQuery.Part last = others.getLast();
        if (references(name, last.term()) == 0) {
            return plain;
        }
        if (!query.orderBy().isEmpty() || query.limit() != null || query.offset() != null) {
            throw refused("Order/Limit/Offset not allowed");
        }
        for (N1qlExpression each : cycle) {
            if (ExpressionNames.pathOf(each).isEmpty()) {
                throw new N1qlException(INVALID_CYCLE, "Cycle fields validation failed for with term: " + name);
            }
        }
        return new N1qlQuery.With(
                name,
                new N1qlExpression.Subquery(new N1qlQuery(query.with(), anchor, List.of(), null, null)),
                new N1qlQuery.Recursion(
                        new N1qlQuery(query.with(), last.term(), List.of(), null, null), !last.all(), cycle, options),
                near);
    }

    private static N1qlException refused(String why) {
        return new N1qlException(SEMANTICS, "recursive_with semantics: " + why);
    }

    private static N1qlException unsupported(String what) {
        return new N1qlException(UNSUPPORTED, "recursive_with_unsupported: " + what);
    }

    private static int references(String name, N1qlQuery.Term term) {
        RecursiveQuery search = new RecursiveQuery(name);
        search.visit(term);
        return search.references;
    }

    private void visit(N1qlQuery.Term term) {
        switch (term) {
            case N1qlQuery.Nested(N1qlQuery query) -> {
                if (!query.orderBy().isEmpty()) {
                    throw refused("Order not allowed");
                }
                if (query.offset() != null) {
                    throw refused("Offset not allowed");
                }
                if (query.limit() != null) {
                    throw refused("Limit not allowed");
                }
                visit(query.term());
            }
            case N1qlQuery.Combined(N1qlQuery.Term first, List<N1qlQuery.Part> others) -> {
                visit(first);
                others.forEach(part -> visit(part.term()));
            }
            case N1qlQuery.Select select -> select.from().forEach(this::visit);
        }
    }

    private void visit(Source source) {
        switch (source.link()) {
            case Source.Cross _ -> {}
            case Source.On(Source.Side side, boolean nest, N1qlExpression _) -> visit(side, nest);
            case Source.OnKeys(Source.Side side, boolean nest, N1qlExpression _) -> visit(side, nest);
            case Source.OnKeyFor(Source.Side side, boolean nest, N1qlExpression _, String _) -> visit(side, nest);
            case Source.Unnest _ -> throw unsupported("UNNEST");
        }
        if (source.origin() instanceof Source.Keyspace(var path)
                && path.namespace() == null
                && path.parts().equals(List.of(name))
                && ++references > 1) {
            throw new N1qlException(
                    RECURS_TWICE,
                    "Recursive reference '" + name + "' must not appear more than once in the FROM clause");
        }
    }

    private static void visit(Source.Side side, boolean nest) {
        if (nest) {
            throw unsupported("NEST");
        }
        if (side != Source.Side.INNER) {
            throw unsupported("OUTER JOIN");
        }
    }

    /** Refuses what needs all rows at once. */
    private static void refuse(N1qlQuery.Term term) {
        switch (term) {
            case N1qlQuery.Nested(N1qlQuery query) -> refuse(query.term());
            case N1qlQuery.Combined(N1qlQuery.Term first, List<N1qlQuery.Part> others) -> {
                refuse(first);
                others.forEach(part -> refuse(part.term()));
            }
            case N1qlQuery.Select select -> {
                if (select.grouping() != null) {
                    throw refused("Grouping is not allowed");
                }
                if (select.distinct()) {
                    throw refused("Distinct not allowed");
                }
            }
        }
    }
}
