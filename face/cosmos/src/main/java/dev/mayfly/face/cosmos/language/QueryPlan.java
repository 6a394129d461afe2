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
     * Refuses aggregates that are part of another expression, which the service cannot put together over several ranges;
     * but for the shapes into which a client that plans by itself takes them apart.
     */
    static void refuseCompositions(Query query) {
        for (Expression selected : QueryCompiler.selected(query.selection())) {
            if (!(selected instanceof Expression.Aggregate) && composes(selected, false)) {
                throw QueryErrors.refusal("Compositions of aggregates and other expressions are not allowed.");
            }
        }
    }

    private static boolean composes(Expression expression, boolean insideItem) {
        return switch (expression) {
            case Expression.Aggregate _ -> !insideItem;
            case Expression.NewArray(List<Expression> elements) ->
                elements.stream().anyMatch(element -> composes(element, insideItem));
            case Expression.NewObject(List<Expression.Property> properties) ->
                properties.stream()
                        .anyMatch(property -> composes(property.value(), insideItem || isItem(property.name())));
            default -> Trees.contains(expression, Expression.Aggregate.class::isInstance);
        };
    }

    private static boolean isItem(String name) {
        return name.equals("item") || name.equals("item2");
    }
}
