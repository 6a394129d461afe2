package dev.mayfly.engine.change;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PropertyRules;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * When a property of a document that was changed began to live, by one rule: kept with the change, so that its images are shown
 * without the property once that is dead.
 *
 * @param queue of the rule
 * @param before the document's instant in the queue before the change, or no deadline
 * @param after the same after it
 */
public record PropertyInstants(int queue, FieldPath path, long before, long after) {
    /** What is to be kept of a change from one document to another. */
    static List<PropertyInstants> of(
            ReadView reading, @Nullable StoredDocument before, @Nullable StoredDocument after) {
        PropertyRules rules = reading.schema().properties();
        if (rules == null) {
            return List.of();
        }
        Instants then = before == null ? Instants.none(0) : reading.schema().instants(before);
        Instants now = after == null ? Instants.none(0) : reading.schema().instants(after);
        List<PropertyInstants> kept = new ArrayList<>();
        for (PropertyRules.Property property : rules.properties()) {
            for (int queue : property.queues()) {
                long earlier = then.in(queue);
                long later = now.in(queue);
                if (earlier != Deadlines.NO_DEADLINE || later != Deadlines.NO_DEADLINE) {
                    kept.add(new PropertyInstants(queue, property.path(), earlier, later));
                }
            }
        }
        return kept;
    }

    /** The properties that no reader sees any more in the image before a change. */
    public static List<FieldPath> hiddenBefore(ReadView reading, ChangeEntry entry) {
        return hidden(reading, entry, PropertyInstants::before);
    }

    /** The same in the image after it. */
    public static List<FieldPath> hiddenAfter(ReadView reading, ChangeEntry entry) {
        return hidden(reading, entry, PropertyInstants::after);
    }

    /** The properties that had a rule, for readers to whom nothing can say whether they live. */
    public static List<FieldPath> all(ChangeEntry entry) {
        return entry.properties().stream()
                .map(PropertyInstants::path)
                .distinct()
                .toList();
    }

    private static List<FieldPath> hidden(
            ReadView reading, ChangeEntry entry, ToLongFunction<PropertyInstants> instant) {
        List<PropertyInstants> kept = entry.properties().stream()
                .filter(each -> instant.applyAsLong(each) != Deadlines.NO_DEADLINE)
                .toList();
        if (kept.isEmpty()) {
            return List.of();
        }
        Instants instants = new Instants(
                entry.version(),
                kept.stream().mapToInt(PropertyInstants::queue).toArray(),
                kept.stream().mapToLong(instant).toArray());
        PropertyRules rules = reading.schema().properties();
        Set<FieldPath> hidden = new LinkedHashSet<>(rules == null ? List.of() : rules.hidden(instants, reading.now()));
        for (PropertyInstants each : kept) {
            // Of a rule that is gone nobody knows any more what has died by it.
            if (rules == null || !rules.isOf(each.queue)) {
                hidden.add(each.path);
            }
        }
        return List.copyOf(hidden);
    }
}
