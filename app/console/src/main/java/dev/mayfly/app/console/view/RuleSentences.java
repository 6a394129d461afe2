package dev.mayfly.app.console.view;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rules of expiry as a person says them: {@code 7 days after `seen`}. */
final class RuleSentences {
    private static final long[] SECONDS = {86_400, 3_600, 60, 1};
    private static final String[] NOUNS = {"day", "hour", "minute", "second"};
    private static final int UNITS_MAX = 2;

    private RuleSentences() {}

    static String of(CollectionRecord record, Rule rule) {
        return switch (rule) {
            case Rule.Absolute _ -> "at the end that a document was given";
            case Rule.Field field -> ofField(record, field);
            case Rule.Modified modified ->
                switch (modified.kind()) {
                    case NO_DEFAULT -> "only documents with a lifetime of their own, counted from the last write";
                    case AFTER -> span(modified.seconds()) + " after the last write, or as long as a document says";
                };
        };
    }

    /** A rule about a property: {@code `code` dies 5 minutes after it was set}. */
    static String of(CollectionRecord record, PropertyRule rule) {
        PropertyTerm term =
                record.queue(rule.queue()).map(QueueDefinition::property).orElse(null);
        if (term == null) {
            return "?";
        }
        String dies = "`" + term.path().dotted() + "` dies ";
        String date = "`" + path(record, rule.queue()) + "`";
        return switch (term.start()) {
            case PROPERTY_SET -> dies + span(rule.afterSeconds()) + " after it was set";
            case DOCUMENT_WRITTEN -> dies + span(rule.afterSeconds()) + " after the last write of the document";
            case OWN -> dies + "when the document says so";
            case DATE ->
                dies + (rule.afterSeconds() == 0 ? "at " + date : span(rule.afterSeconds()) + " after " + date);
        };
    }

    private static String ofField(CollectionRecord record, Rule.Field rule) {
        String path = "`" + path(record, rule.queue()) + "`";
        if (RuleNames.instant(record, rule.queue()) == FieldInstant.EPOCH_SECOND_AND_LIFETIME) {
            return "as long as a document says, counted from " + path;
        }
        return rule.afterSeconds() == 0 ? "at " + path : span(rule.afterSeconds()) + " after " + path;
    }

    private static String path(CollectionRecord record, int queue) {
        Optional<String> ofQueue =
                record.queue(queue).map(found -> found.path()).map(FieldPath::dotted);
        return ofQueue.or(() -> record.index(queue).map(RuleSentences::first)).orElse("?");
    }

    private static String first(IndexDefinition index) {
        return index.parts().getFirst().path().dotted();
    }

    /** Formats a time span in at most two units; what is smaller is left to the rule's exact words. */
    private static String span(long seconds) {
        List<String> parts = new ArrayList<>();
        long left = seconds;
        for (int unit = 0; unit < SECONDS.length && parts.size() < UNITS_MAX; unit++) {
            long count = left / SECONDS[unit];
            left %= SECONDS[unit];
            if (count > 0) {
                parts.add(String.format(Locale.ROOT, "%,d %s%s", count, NOUNS[unit], count == 1 ? "" : "s"));
            }
        }
        return parts.isEmpty() ? "0 seconds" : String.join(" ", parts);
    }
}
