package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The budgets that faces have set for their collections. Safe for concurrent use. */
public final class PurgeBudgets {
    /** The time after which a shard without a budget is looked at again. */
    static final long WAIT_MILLIS = 100;

    private final Map<String, PurgeBudget> byFace = new ConcurrentHashMap<>();

    void set(String face, PurgeBudget budget) {
        byFace.put(face, budget);
    }

    PurgeBudget of(CollectionName collection) {
        return byFace.getOrDefault(collection.face(), PurgeBudget.UNBOUNDED);
    }
}
