package dev.mayfly.face.cosmos.language;

import java.util.List;

/**
 * What a client is told that asks how a query is to be distributed. There is one range of keys, whose server does all of
 * it, so the plan has the client send the query as it is.
 */
final class QueryPlan {
    private static final String BEFORE_VALUE = "{\"partitionedQueryExecutionInfoVersion\":2,\"queryInfo\":{"
            + "\"distinctType\":\"None\",\"top\":null,\"offset\":null,\"limit\":null,\"orderBy\":[],"
            + "\"orderByExpressions\":[],\"groupByExpressions\":[],\"groupByAliases\":[],\"aggregates\":[],"
            + "\"groupByAliasToAggregateType\":{},\"rewrittenQuery\":\"\",\"hasSelectValue\":";
    private static final String BEHIND_VALUE = ",\"hasNonStreamingOrderBy\":false,\"dCountInfo\":null},"
            + "\"queryRanges\":[{\"min\":\"\",\"max\":\"FF\",\"isMinInclusive\":true,\"isMaxInclusive\":false}]}";

    private QueryPlan() {}

    static String of(Query query) {
        return BEFORE_VALUE + (query.selection() instanceof Query.OneValue) + BEHIND_VALUE;
    }

    /**
     * Refuses aggregates that are operands or arguments, which the service cannot put together over several ranges. They
     * may stand in arrays and objects, however deep.
     */
    static void refuseCompositions(Query query) {
        for (Expression selected : QueryCompiler.selected(query.selection())) {
            if (composes(selected)) {
                throw QueryErrors.refusal("Compositions of aggregates and other expressions are not allowed.");
            }
        }
    }

    private static boolean composes(Expression expression) {
        return switch (expression) {
            case Expression.Aggregate _ -> false;
            case Expression.NewArray(List<Expression> elements) ->
                elements.stream().anyMatch(QueryPlan::composes);
            case Expression.NewObject(List<Expression.Property> properties) ->
                properties.stream().anyMatch(property -> composes(property.value()));
            default -> Trees.contains(expression, Expression.Aggregate.class::isInstance);
        };
    }
}
