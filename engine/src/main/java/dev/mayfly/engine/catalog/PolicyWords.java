package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import java.util.ArrayList;
import java.util.List;

/** Policies in words that stay true when the indexes they rest on are gone. */
public final class PolicyWords {
    private static final long MILLIS = 1_000;

    private PolicyWords() {}

    public static String of(CollectionRecord record, Policy policy) {
        List<String> words = new ArrayList<>();
        policy.rules().forEach(rule -> words.add(of(record, rule)));
        if (words.isEmpty()) {
            words.add("never");
        }
        policy.properties().forEach(rule -> words.add(of(record, rule)));
        if (policy.graceMillis() > 0) {
            words.add("grace " + seconds(policy.graceMillis()) + " s");
        }
        if (policy.visibility() == Policy.Visibility.LAZY) {
            words.add("lazy");
        }
        if (policy.masked()) {
            words.add("masked");
        }
        return String.join(", ", words);
    }

    /** Whole seconds as such, others with their milliseconds. */
    private static String seconds(long millis) {
        return millis % MILLIS == 0 ? Long.toString(millis / MILLIS) : Double.toString(millis / (double) MILLIS);
    }

    private static String of(CollectionRecord record, Rule rule) {
        return switch (rule) {
            case Rule.Absolute _ -> "own end";
            case Rule.Field field ->
                path(record, field.queue())
                        + (addsLifetime(record, field.queue())
                                ? " + own lifetime"
                                : " + " + field.afterSeconds() + " s");
            case Rule.Modified modified ->
                modified.kind() == Rule.Modified.Kind.AFTER
                        ? "own lifetime, default " + modified.seconds() + " s"
                        : "own lifetime, no default";
        };
    }

    /** A rule about a property, such as {@code property code: set + 300 s}. */
    public static String of(CollectionRecord record, PropertyRule rule) {
        QueueDefinition queue = record.queue(rule.queue()).orElse(null);
        PropertyTerm property = queue == null ? null : queue.property();
        if (property == null) {
            return "property of index " + rule.queue();
        }
        String start = switch (property.start()) {
            case DATE -> path(record, rule.queue());
            case DOCUMENT_WRITTEN -> "written";
            case PROPERTY_SET -> "set";
            case OWN -> "as the document says";
        };
        if (property.start() == PropertyTerm.Start.OWN) {
            return "property " + property.path().dotted() + ": " + start;
        }
        return "property " + property.path().dotted() + ": " + start + " + " + rule.afterSeconds() + " s";
    }

    private static String path(CollectionRecord record, int queue) {
        return record.queue(queue)
                .map(QueueDefinition::path)
                .map(FieldPath::dotted)
                .orElse("index " + queue);
    }

    private static boolean addsLifetime(CollectionRecord record, int queue) {
        return record.queue(queue)
                .filter(found -> found.instant() == FieldInstant.EPOCH_SECOND_AND_LIFETIME)
                .isPresent();
    }

    /** The rule that rests on a queue, as the current policy has it. */
    public static String rule(CollectionRecord record, int queue) {
        long offset = record.policy().current().offset(queue);
        String after = offset == Long.MAX_VALUE ? "" : " " + offset / MILLIS + " s";
        return switch (queue) {
            case QueueIds.INHERIT -> "default" + after;
            case QueueIds.FOR -> "own lifetime";
            case QueueIds.UNTIL -> "own end";
            default ->
                path(record, queue)
                        + (addsLifetime(record, queue) ? " + own lifetime" : after.isEmpty() ? "" : " +" + after);
        };
    }
}
