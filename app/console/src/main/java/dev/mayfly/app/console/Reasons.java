package dev.mayfly.app.console;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.Explanation.RuleVerdict;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import java.util.List;
import java.util.stream.Collectors;

/** Words an explanation as one sentence. */
final class Reasons {
    private final CollectionRecord record;
    private final Explanation found;

    Reasons(CollectionRecord record, Explanation found) {
        this.record = record;
        this.found = found;
    }

    String sentence() {
        if (found.held()) {
            return "It was dead by " + rule() + " when the policy was changed, so no later policy brings it back.";
        }
        if (found.dead()) {
            return "It expired at " + InstantWords.of(found.deadline()) + " by " + rule()
                    + ", and the sweeper may destroy it at any time.";
        }
        if (found.hidden()) {
            return "It expired at " + InstantWords.of(found.deadline()) + " by " + rule() + ", but it is kept until "
                    + keptUntil() + ", since a grace or a replaced policy still counts.";
        }
        if (found.deadline() == Deadlines.NO_DEADLINE) {
            return "It does not expire: " + whyNot() + ".";
        }
        if (found.deadline() <= found.now()) {
            return "Its deadline has passed, but the collection is lazy and its monitor has not looked since.";
        }
        return "It expires at " + InstantWords.of(found.deadline()) + " by " + rule() + ".";
    }

    private String rule() {
        return found.decidingQueue() == 0 ? "a rule that is gone" : RuleNames.of(record, found.decidingQueue());
    }

    private String keptUntil() {
        return found.deadFrom() == Deadlines.NO_DEADLINE ? "the policy changes" : InstantWords.of(found.deadFrom());
    }

    private String whyNot() {
        Policy policy = found.policy();
        if (policy.rules().isEmpty()) {
            return "the collection has no rule by which documents die";
        }
        if (policy.masked()) {
            return "all rules of the collection are held back for now";
        }
        if (found.stamp().lifetime() instanceof Lifetime.Forever) {
            return "it asked to live forever" + (missing().isEmpty() ? "" : ", and " + words(missing()));
        }
        return missing().isEmpty() ? "no rule of the collection applies to it" : words(missing());
    }

    /** The rules over fields in which the document has no date. */
    private List<RuleVerdict> missing() {
        return found.rules().stream()
                .filter(verdict -> !verdict.path().isEmpty())
                .filter(verdict -> verdict.instant() == Deadlines.NO_DEADLINE)
                .filter(verdict -> found.policy().restsOn(verdict.queue()))
                .toList();
    }

    private String words(List<RuleVerdict> verdicts) {
        return verdicts.stream()
                .map(verdict -> RuleNames.of(record, verdict.queue()) + " finds no date in \"" + verdict.path()
                        + "\" (or its filter leaves the document out)")
                .collect(Collectors.joining(", "));
    }
}
