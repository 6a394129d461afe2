package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.Map;
import java.util.SplittableRandom;

/** A condition in the language of queries, such as {@code from c where c.stock > 0}: it holds if it leaves a row. */
final class FilterCondition implements PatchCondition {
    private static final String SELECTION = "SELECT VALUE true ";

    private final CosmosQuery query;
    private final SearchSettings settings;

    private FilterCondition(CosmosQuery query, SearchSettings settings) {
        this.query = query;
        this.settings = settings;
    }

    static PatchCondition of(String text, SearchSettings settings) {
        CosmosQuery query = CosmosQuery.parse(SELECTION + text);
        SqlQuery tree = query.tree();
        boolean isFilter = !tree.sources().isEmpty()
                && tree.groupBy().isEmpty()
                && tree.orderBy().isEmpty()
                && tree.window() == null;
        if (!isFilter) {
            throw CosmosException.badRequest("The condition of a patch is a FROM clause with a WHERE clause.");
        }
        FilterCondition condition = new FilterCondition(query, settings);
        condition.compiled(0);
        return condition;
    }

    private CompiledQuery compiled(long now) {
        return query.compile(Map.of(), new QueryInstant(now, new SplittableRandom(now), settings));
    }

    @Override
    public boolean holds(byte[] item, long now) {
        boolean[] holds = new boolean[1];
        SqlValue value = SqlValues.parse(item);
        compiled(now).rows(value, _ -> {
            holds[0] = true;
            return false;
        });
        return holds[0];
    }
}
