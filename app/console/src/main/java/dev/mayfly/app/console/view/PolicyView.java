package dev.mayfly.app.console.view;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.PolicyWords;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A policy in words.
 *
 * @param sentences the rules as a person says them
 * @param visibility {@code exact} or {@code lazy}
 * @param masked whether all rules are held back for now
 * @param graves changes of policy whose dead are not all destroyed yet
 */
public record PolicyView(
        List<String> rules, List<String> sentences, long graceSeconds, String visibility, boolean masked, int graves) {
    public static PolicyView of(CollectionRecord record) {
        return of(record, record.policy().current());
    }

    /** A policy that the collection has, or had. */
    public static PolicyView of(CollectionRecord record, Policy policy) {
        List<String> rules = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        for (Rule rule : policy.rules()) {
            rules.add(words(record, rule));
            sentences.add(RuleSentences.of(record, rule));
        }
        for (PropertyRule rule : policy.properties()) {
            rules.add(PolicyWords.of(record, rule));
            sentences.add(RuleSentences.of(record, rule));
        }
        return new PolicyView(
                rules,
                sentences,
                policy.graceMillis() / 1000,
                policy.visibility().name().toLowerCase(Locale.ROOT),
                policy.masked(),
                record.policy().graves().size());
    }

    private static String words(CollectionRecord record, Rule rule) {
        return switch (rule) {
            case Rule.Absolute _ -> "at the instant that a document was given";
            case Rule.Field field
            when RuleNames.instant(record, field.queue()) != FieldInstant.EARLIEST_DATE ->
                RuleNames.of(record, field.queue())
                        + (field.afterSeconds() == 0 ? "" : ", " + field.afterSeconds() + " s");
            case Rule.Field field ->
                field.afterSeconds() + " s after the earliest date of " + RuleNames.of(record, field.queue());
            case Rule.Modified modified ->
                switch (modified.kind()) {
                    case NO_DEFAULT -> "after the last write, only documents with a lifetime of their own";
                    case AFTER -> modified.seconds() + " s after the last write, or a document's own lifetime";
                };
        };
    }
}
