package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.ObjectValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What may stand behind WHERE, judged of single items as they are stored, of which the system properties but {@code _ts}
 * are not known. Used by one thread.
 */
public final class ItemCondition {
    private static final long MILLIS = 1_000;

    private final CompiledQuery query;

    private ItemCondition(CompiledQuery query) {
        this.query = query;
    }

    /**
     * Reads a condition in which items are called {@code c}.
     *
     * @param now the instant that it may name
     * @throws CosmosException 400 when it is none
     */
    public static ItemCondition of(String text, long now) {
        // On a line of its own, so that no comment reaches beyond it; the parentheses keep clauses of a query out.
        CompiledQuery query = CosmosQuery.parse("SELECT VALUE 1 FROM c WHERE (\n" + text + "\n)")
                .compile(Map.of(), new Moment(now, new SplittableRandom(now)));
        if (query.gathers() || query.take() != Long.MAX_VALUE) {
            throw CosmosException.badRequest("a condition on single items is wanted, such as c.kind = 'a'");
        }
        return new ItemCondition(query);
    }

    /**
     * Whether it is true of an item.
     *
     * @param modified when that was written, in milliseconds since the epoch
     */
    public boolean holds(byte[] item, long modified) {
        return !query.rows(new StampedItem(item, Values.of(Math.floorDiv(modified, MILLIS))), _ -> false);
    }

    /** An item with the second in which it was written. */
    private static final class StampedItem extends ObjectValue {
        private final Value second;

        StampedItem(byte[] text, Value second) {
            super(JsonView.of(text));
            this.second = second;
        }

        @Override
        public Value field(String name) {
            return name.equals("_ts") ? second : super.field(name);
        }
    }
}
