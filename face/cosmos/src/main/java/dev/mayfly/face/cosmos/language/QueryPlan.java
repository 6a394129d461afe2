package dev.mayfly.face.cosmos.language;

import java.util.List;

/**
 * The answer to a client that asks how to distribute a query. Every server has all ranges of keys, so the plan has the client
 * send the query as it is: to all ranges, or once.
 */
final class QueryPlan {
    private static final String BEFORE_VALUE = "{\"partitionedQueryExecutionInfoVersion\":2,\"queryInfo\":{"
            + "\"distinctType\":\"None\",\"top\":null,\"offset\":null,\"limit\":null,\"orderBy\":[],"
            + "\"orderByExpressions\":[],\"groupByExpressions\":[],\"groupByAliases\":[],\"aggregates\":[],"
            + "\"groupByAliasToAggregateType\":{},\"rewrittenQuery\":\"\",\"hasSelectValue\":";
    private static final String BEHIND_VALUE =
            ",\"hasNonStreamingOrderBy\":false,\"dCountInfo\":null}," + "\"queryRanges\":[{\"min\":\"";
    private static final String BEFORE_END = "\",\"max\":\"";
    private static final String END = "\",\"isMinInclusive\":true,\"isMaxInclusive\":false}]}";

    private QueryPlan() {}

    static String of(SqlQuery query, QueryRange range) {
        return BEFORE_VALUE
                + (query.selection() instanceof SqlQuery.OneValue)
                + BEHIND_VALUE
                + range.from()
                + BEFORE_END
                + range.until()
                + END;
    }

    /** Returns true if the rows of a query are more than those of its items one by one. */
    static boolean isWhole(SqlQuery query) {
        boolean shapes = query.distinct() || query.top() != null || query.window() != null;
        boolean gathers = !query.groupBy().isEmpty() || !query.orderBy().isEmpty();
        return shapes
                || gathers
                || query.sources().isEmpty()
                || QueryCompiler.selected(query.selection()).stream()
                        .anyMatch(selected -> Trees.contains(selected, SqlExpression.Aggregate.class::isInstance));
    }

    /**
     * Refuses aggregates that are operands or arguments, which the service cannot put together over several ranges. They
     * may stand in arrays and objects, however deep.
     */
    static void refuseCompositions(SqlQuery query) {
        for (SqlExpression selected : QueryCompiler.selected(query.selection())) {
            if (composes(selected)) {
                throw QueryErrors.refusal("Compositions of aggregates and other expressions are not allowed.");
            }
        }
    }

    private static boolean composes(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Aggregate _ -> false;
            case SqlExpression.NewArray(List<SqlExpression> elements) ->
                elements.stream().anyMatch(QueryPlan::composes);
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) ->
                properties.stream().anyMatch(property -> composes(property.value()));
            default -> Trees.contains(expression, SqlExpression.Aggregate.class::isInstance);
        };
    }
}
