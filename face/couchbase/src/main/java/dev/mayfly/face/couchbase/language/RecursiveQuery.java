package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.Source;
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
    static Query.With with(
            String name,
            Query query,
            boolean aggregates,
            List<Expression> cycle,
            @Nullable Expression options,
            String near) {
        refuse(query.term());
        if (aggregates) {
            throw refused("Aggregates/Window functions are not allowed");
        }
        Query.With plain = new Query.With(name, new Expression.Subquery(query), null, near);
        if (!(query.term() instanceof Query.Combined(Query.Term first, List<Query.Part> others))
                || others.getLast().operator() != Query.SetOperator.UNION) {
            return plain;
        }
        Query.Term anchor =
                others.size() == 1 ? first : new Query.Combined(first, others.subList(0, others.size() - 1));
        if (references(name, anchor) > 0) {
            throw new QueryException(
                    ANCHOR_RECURS, "Anchor Clause cannot have recursive reference in FROM expression: " + name);
        }
        Query.Part last = others.getLast();
        if (references(name, last.term()) == 0) {
            return plain;
        }
        if (!query.orderBy().isEmpty() || query.limit() != null || query.offset() != null) {
            throw refused("Order/Limit/Offset not allowed");
        }
        for (Expression each : cycle) {
            if (ExpressionNames.pathOf(each).isEmpty()) {
                throw new QueryException(INVALID_CYCLE, "Cycle fields validation failed for with term: " + name);
            }
        }
        return new Query.With(
                name,
                new Expression.Subquery(new Query(query.with(), anchor, List.of(), null, null)),
                new Query.Recursion(
                        new Query(query.with(), last.term(), List.of(), null, null), !last.all(), cycle, options),
                near);
    }

    private static QueryException refused(String why) {
        return new QueryException(SEMANTICS, "recursive_with semantics: " + why);
    }

    private static QueryException unsupported(String what) {
        return new QueryException(UNSUPPORTED, "recursive_with_unsupported: " + what);
    }

    private static int references(String name, Query.Term term) {
        RecursiveQuery search = new RecursiveQuery(name);
        search.visit(term);
        return search.references;
    }

    private void visit(Query.Term term) {
        switch (term) {
            case Query.Nested(Query query) -> {
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
            case Query.Combined(Query.Term first, List<Query.Part> others) -> {
                visit(first);
                others.forEach(part -> visit(part.term()));
            }
            case Query.Select select -> select.from().forEach(this::visit);
        }
    }

    private void visit(Source source) {
        switch (source.link()) {
            case Source.Cross _ -> {}
            case Source.On(Source.Side side, boolean nest, Expression _) -> visit(side, nest);
            case Source.OnKeys(Source.Side side, boolean nest, Expression _) -> visit(side, nest);
            case Source.OnKeyFor(Source.Side side, boolean nest, Expression _, String _) -> visit(side, nest);
            case Source.Unnest _ -> throw unsupported("UNNEST");
        }
        if (source.origin() instanceof Source.Keyspace(var path)
                && path.namespace() == null
                && path.parts().equals(List.of(name))
                && ++references > 1) {
            throw new QueryException(
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
    private static void refuse(Query.Term term) {
        switch (term) {
            case Query.Nested(Query query) -> refuse(query.term());
            case Query.Combined(Query.Term first, List<Query.Part> others) -> {
                refuse(first);
                others.forEach(part -> refuse(part.term()));
            }
            case Query.Select select -> {
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
