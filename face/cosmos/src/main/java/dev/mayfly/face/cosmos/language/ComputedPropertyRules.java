package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.FullTextMatch;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.value.SqlString;
import java.util.Set;

/**
 * The rules for the query of a computed property: {@code SELECT VALUE} of an expression over the item alone, whose
 * value is the same whenever it is computed.
 */
final class ComputedPropertyRules {
    /** Properties that the server adds when it shows an item, and that no index knows. */
    private static final Set<String> SHOWN_ONLY = Set.of("_rid", "_self", "_etag", "_attachments", "_lsn");

    private static final String OF_RID = "DOCUMENTID";

    private ComputedPropertyRules() {}

    static void require(SqlQuery query, SqlExpression value) {
        boolean isOfItem = query.sources().size() == 1
                && !query.sources().getFirst().each()
                && query.sources().getFirst().rows() instanceof SqlQuery.Path(SqlExpression.Item _);
        refuseIf(!isOfItem, "its FROM clause must be the item alone, such as FROM c");
        refuseIf(query.distinct(), "it must not use DISTINCT");
        refuseIf(query.top() != null, "it must not use TOP");
        refuseIf(query.where() != null, "it must not use WHERE");
        refuseIf(!query.groupBy().isEmpty(), "it must not use GROUP BY");
        refuseIf(!query.orderBy().isEmpty(), "it must not use ORDER BY");
        refuseIf(query.window() != null, "it must not use OFFSET LIMIT");
        require(value);
    }

    private static void require(SqlExpression expression) {
        switch (expression) {
            case SqlExpression.Subquery _ -> throw refused("it must not use subqueries");
            case SqlExpression.Aggregate _ -> throw refused("it must not use aggregate functions");
            case SqlExpression.UserCall _ -> throw refused("it must not use user defined functions");
            case SqlExpression.Parameter _ -> throw refused("it must not use parameters");
            case SqlExpression.Call call -> {
                refuseIf(
                        FullTextMatch.isNamed(call.function()),
                        "it must not use the function " + call.function()
                                + ", which depends on a policy of the container");
                boolean isFixed =
                        SqlFunctions.isPure(call.function()) && !call.function().equals(OF_RID);
                refuseIf(!isFixed, "it must not use the function " + call.function() + ", which is not deterministic");
            }
            case SqlExpression.Member(SqlExpression.Input _, SqlExpression.Constant(SqlString key)) ->
                refuseIf(
                        SHOWN_ONLY.contains(key.stringValue()),
                        "it must not use the system property '" + key.stringValue() + "'");
            default -> {
                // A deterministic expression.
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
