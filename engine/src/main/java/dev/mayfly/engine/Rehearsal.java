package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of a collection's definition that are made in turn, but of which nothing is written: whoever makes them through
 * {@link Collection#rehearsing} sees the record that they would leave. Not safe for concurrent use.
 */
public final class Rehearsal {
    private final List<Step> steps = new ArrayList<>();

    /** What one change makes of a record, given its version. Called under the collection's latch. */
    @FunctionalInterface
    interface Step {
        CollectionRecord apply(CollectionRecord record, long version);
    }

    void add(Step step) {
        steps.add(step);
    }

    /** Whether nothing was changed. */
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    CollectionRecord applied(CollectionRecord record, long version) {
        CollectionRecord changed = record;
        for (Step step : steps) {
            changed = step.apply(changed, version);
        }
        return changed;
    }
}
