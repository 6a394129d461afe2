package dev.mayfly.engine.forecast;

import java.util.List;

/**
 * The effect that a change of policy would have on properties of documents that live before and after it.
 *
 * @param reaches for now, an hour, a day and a week, how many of the properties that are there now are hidden by then
 * @param broughtBack the number of hidden properties that would be visible again
 * @param losses the same of each property that a rule before or after the change is about
 */
public record PropertyEffect(List<Reach> reaches, long broughtBack, List<PropertyLoss> losses) {
    public PropertyEffect {
        reaches = List.copyOf(reaches);
        losses = List.copyOf(losses);
    }

    /**
     * The number of properties, of those that are there now, that are hidden at a later time.
     *
     * @param unchanged without the change
     * @param changed with it
     */
    public record Reach(long horizonMillis, long unchanged, long changed) {}

    /** The number of properties that the change hides at once. */
    public long hidden() {
        return reaches.getFirst().changed();
    }
}
