package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import java.util.List;

/**
 * The effect that a change of policy would have on one property of documents that live before and after it.
 *
 * @param reaches for now, an hour, a day and a week, how many of the documents that have the property now have lost it by then
 * @param broughtBack the number of documents in which it is hidden and would be visible again
 * @param samples some of the documents that lose it at once, in no particular order
 */
public record PropertyLoss(
        FieldPath path, List<PropertyEffect.Reach> reaches, long broughtBack, List<PropertyLoss.Sample> samples) {
    public PropertyLoss {
        reaches = List.copyOf(reaches);
        samples = List.copyOf(samples);
    }

    /** A document that loses the property at once, and the instant by which it does. */
    public record Sample(DocumentKey key, long deadline) {}
}
