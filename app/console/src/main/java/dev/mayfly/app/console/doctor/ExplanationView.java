package dev.mayfly.app.console.doctor;

import dev.mayfly.app.console.text.InstantWords;
import dev.mayfly.app.console.text.LifetimeText;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.view.PolicyView;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.api.FaceDefinitions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a document will expire, has expired, or never does.
 *
 * @param now the instant of this explanation
 * @param state {@code live}, {@code hidden} or {@code dead}
 * @param reason a word for programs
 * @param why in a sentence
 * @param changes that would give it another fate
 * @param rule the deciding rule, or null
 * @param deadline by the current policy, or null
 * @param timeLeftMillis of a live document, or null
 * @param deadFrom the instant from which it may be destroyed if nothing changes, or null
 * @param held whether it died before a change of policy, and so stays dead
 * @param rules the verdict of every rule
 * @param properties the verdict of every rule about a property
 */
public record ExplanationView(
        String collection,
        String id,
        @Nullable InstantView now,
        String state,
        String reason,
        String why,
        List<String> changes,
        @Nullable String rule,
        @Nullable InstantView deadline,
        @Nullable Long timeLeftMillis,
        @Nullable InstantView deadFrom,
        boolean held,
        StampView stamp,
        PolicyView policy,
        List<VerdictView> rules,
        List<PropertyVerdictView> properties) {
    record StampView(long version, @Nullable InstantView modified, String lifetime) {
        public static StampView of(Stamp stamp) {
            return new StampView(
                    stamp.version(), InstantView.of(stamp.modified()), LifetimeText.words(stamp.lifetime()));
        }
    }

    /**
     * The verdict of one rule.
     *
     * @param reason why it gives no deadline, a word for programs, or null
     * @param why the same as a clause, or null
     * @param from the instant it counts from, or null if there is none
     * @param deadline the resulting deadline, or null
     */
    record VerdictView(
            String rule,
            String field,
            @Nullable String reason,
            @Nullable String why,
            @Nullable InstantView from,
            @Nullable InstantView deadline) {
        public static VerdictView of(
                CollectionRecord record, Explanation.RuleVerdict verdict, RuleReasons.Reason reason) {
            boolean isDecided = reason.obstacle() == NoExpiryReason.NONE;
            return new VerdictView(
                    RuleNames.of(record, verdict.queue()),
                    verdict.path(),
                    isDecided ? null : reason.obstacle().word(),
                    isDecided ? null : reason.words(),
                    InstantView.of(verdict.instant()),
                    InstantView.of(verdict.deadline()));
        }
    }

    /**
     * The verdict of one rule about a property.
     *
     * @param from the instant from which its lifetime counts; null without one, or without the property
     * @param deadline when it dies, or has died, or null
     * @param hidden whether it is in no answer any more, and not taken out yet
     * @param why in a sentence
     */
    record PropertyVerdictView(
            String property,
            @Nullable InstantView from,
            @Nullable InstantView deadline,
            boolean hidden,
            String why) {
        static PropertyVerdictView of(CollectionRecord record, Explanation.PropertyVerdict verdict) {
            return new PropertyVerdictView(
                    verdict.property(),
                    InstantView.of(verdict.instant()),
                    InstantView.of(verdict.deadline()),
                    verdict.hidden(),
                    why(record, verdict));
        }

        private static String orNothing(PropertyTerm term) {
            return switch (term.start()) {
                case DATE -> ", or no date from which its life would count";
                case OWN -> ", or does not say when it dies";
                case DOCUMENT_WRITTEN, PROPERTY_SET -> "";
            };
        }

        private static String why(CollectionRecord record, Explanation.PropertyVerdict verdict) {
            if (verdict.hidden()) {
                return "It died at " + InstantWords.of(verdict.deadline()) + ", and no answer has it any more.";
            }
            if (verdict.instant() == Deadlines.NO_DEADLINE) {
                PropertyTerm term = record.queue(verdict.queue())
                        .map(QueueDefinition::property)
                        .orElse(null);
                return "The document has no such property" + (term == null ? "" : orNothing(term)) + ".";
            }
            return verdict.deadline() == Deadlines.NO_DEADLINE
                    ? "It lives as long as the document: no rule about it is in force."
                    : "It dies at " + InstantWords.of(verdict.deadline()) + "; the document stays.";
        }
    }

    /** @param definitions of the collection's face */
    public static ExplanationView of(
            CollectionRecord record, FaceDefinitions definitions, String id, Explanation found) {
        String rule = found.decidingQueue() == 0 ? null : RuleNames.of(record, found.decidingQueue());
        String state = found.dead() ? "dead" : found.hidden() ? "hidden" : "live";
        ExplanationText reasons = new ExplanationText(record, definitions, found);
        RuleReasons rules = new RuleReasons(record, definitions, found);
        return new ExplanationView(
                record.name().toString(),
                id,
                InstantView.of(found.now()),
                state,
                reasons.code(),
                reasons.sentence(),
                reasons.changes(),
                rule,
                InstantView.of(found.deadline()),
                timeLeft(found),
                found.deadFrom() == Deadlines.NO_DEADLINE ? null : InstantView.of(found.deadFrom()),
                found.held(),
                StampView.of(found.stamp()),
                PolicyView.of(record),
                found.rules().stream()
                        .map(verdict -> VerdictView.of(record, verdict, rules.of(verdict)))
                        .toList(),
                found.properties().stream()
                        .map(verdict -> PropertyVerdictView.of(record, verdict))
                        .toList());
    }

    private static @Nullable Long timeLeft(Explanation found) {
        boolean counts = !found.hidden() && found.deadline() != Deadlines.NO_DEADLINE;
        return counts ? found.deadline() - found.now() : null;
    }
}
