package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.value.StampedItem;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A condition as after WHERE, evaluated on single stored items, without the computed properties and the system
 * properties other than {@code _ts}. Used by one thread.
 */
public final class ItemCondition {
    private final CompiledQuery query;

    private ItemCondition(CompiledQuery query) {
        this.query = query;
    }

    /**
     * Reads a condition in which items are called {@code c}.
     *
     * @param now the instant that it may name
     * @param settings those of the container
     * @throws CosmosException 400 when it is none
     */
    public static ItemCondition of(String text, long now, SearchSettings settings) {
        // On a line of its own, so that no comment reaches beyond it; the parentheses keep clauses of a query out.
        CompiledQuery query = CosmosQuery.parse("SELECT VALUE 1 FROM c WHERE (\n" + text + "\n)")
                .compile(Map.of(), new QueryInstant(now, new SplittableRandom(now), settings));
        if (query.gathers() || query.take() != Long.MAX_VALUE) {
            throw CosmosException.badRequest("a condition on single items is wanted, such as c.kind = 'a'");
        }
        return new ItemCondition(query);
    }

    /**
     * Returns true if it is true for an item.
     *
     * @param modified the time of its last write, in milliseconds since the epoch
     */
    public boolean holds(byte[] item, long modified) {
        return !query.rows(new StampedItem(JsonView.of(item), modified), _ -> false);
    }
}
