package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.face.couchbase.language.ExpressionNames;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.function.VectorFunctions;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.index.DistanceOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds orders by the distance of vectors, the nearest first. */
final class DistanceOrders {
    private static final int METRIC = 2;

    private DistanceOrders() {}

    /**
     * Returns the order of documents, or null if it is another.
     *
     * @param alias the name of the documents
     * @param unbound the names that have no value before a document has
     */
    static @Nullable DistanceOrder of(
            N1qlQuery.Sort sort, String alias, Set<String> unbound, N1qlExpressionCompiler expressions) {
        boolean isCall = sort.value() instanceof N1qlExpression.Call(String function, var arguments, var _)
                && VectorFunctions.isDistance(function)
                && arguments.size() > METRIC;
        if (sort.descending() || !isCall) {
            return null;
        }
        List<N1qlExpression> arguments = new ArrayList<>(((N1qlExpression.Call) sort.value()).arguments());
        List<String> names = path(arguments.getFirst(), alias);
        N1qlExpression vector = arguments.get(1);
        if (names == null) {
            names = path(arguments.get(1), alias);
            vector = arguments.getFirst();
        }
        List<N1qlExpression> known = new ArrayList<>(arguments.subList(METRIC, arguments.size()));
        known.add(vector);
        boolean areKnown = known.stream()
                .allMatch(each ->
                        Conjuncts.names(each).stream().noneMatch(unbound::contains) && !Conjuncts.hasQuery(each));
        if (names == null || !areKnown) {
            return null;
        }
        return new DistanceOrder(
                new FieldPath(names),
                expressions.compile(sort.value()),
                expressions.compile(vector),
                expressions.compile(arguments.get(METRIC)),
                arguments.subList(METRIC + 1, arguments.size()).stream()
                        .map(expressions::compile)
                        .toList(),
                !Boolean.TRUE.equals(sort.nullsLast()),
                ExpressionText.of(sort.value()));
    }

    /** Returns the names that lead from a document to the value, or null if it is anything else. */
    private static @Nullable List<String> path(N1qlExpression value, String alias) {
        List<String> names = ExpressionNames.pathOf(value);
        return names.size() > 1 && names.getFirst().equals(alias) ? names.subList(1, names.size()) : null;
    }
}
