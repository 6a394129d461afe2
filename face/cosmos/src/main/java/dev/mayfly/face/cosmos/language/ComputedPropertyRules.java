package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.language.function.Functions;
import dev.mayfly.face.cosmos.language.value.StringValue;
import java.util.Set;

/**
 * What the query of a computed property may be: {@code SELECT VALUE} of an expression over the item alone, whose value is the
 * same whenever it is computed.
 */
final class ComputedPropertyRules {
    /** Properties that the server adds when it shows an item, and that no index knows. */
    private static final Set<String> SHOWN_ONLY = Set.of("_rid", "_self", "_etag", "_attachments", "_lsn");

    private static final String OF_RID = "DOCUMENTID";

    private ComputedPropertyRules() {}

    static void require(Query query, Expression value) {
        boolean isOfItem = query.sources().size() == 1
                && !query.sources().getFirst().each()
                && query.sources().getFirst().rows() instanceof Query.Path(Expression.Item _);
        refuseIf(!isOfItem, "its FROM clause must be the item alone, such as FROM c");
        refuseIf(query.distinct(), "it must not use DISTINCT");
        refuseIf(query.top() != null, "it must not use TOP");
        refuseIf(query.where() != null, "it must not use WHERE");
        refuseIf(!query.groupBy().isEmpty(), "it must not use GROUP BY");
        refuseIf(!query.orderBy().isEmpty(), "it must not use ORDER BY");
        refuseIf(query.window() != null, "it must not use OFFSET LIMIT");
        require(value);
    }

    private static void require(Expression expression) {
        switch (expression) {
            case Expression.Subquery _ -> throw refused("it must not use subqueries");
            case Expression.Aggregate _ -> throw refused("it must not use aggregate functions");
            case Expression.Parameter _ -> throw refused("it must not use parameters");
            case Expression.Call call -> {
                boolean isFixed =
                        Functions.isPure(call.function()) && !call.function().equals(OF_RID);
                refuseIf(!isFixed, "it must not use the function " + call.function() + ", which is not deterministic");
            }
            case Expression.Member(Expression.Input _, Expression.Constant(StringValue key)) ->
                refuseIf(
                        SHOWN_ONLY.contains(key.stringValue()),
                        "it must not use the system property '" + key.stringValue() + "'");
            default -> {
                // Says the same whenever it is asked.
            }
        }
        Trees.parts(expression).forEach(ComputedPropertyRules::require);
    }

    private static void refuseIf(boolean isBad, String why) {
        if (isBad) {
            throw refused(why);
        }
    }

    private static CosmosException refused(String why) {
        return QueryErrors.refusal(why);
    }
}
