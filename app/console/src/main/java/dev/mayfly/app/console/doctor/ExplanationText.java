package dev.mayfly.app.console.doctor;

import dev.mayfly.app.console.text.InstantWords;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.Explanation.RuleVerdict;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.api.FaceDefinitions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Words an explanation: a code, a sentence, and what would change it. */
final class ExplanationText {
    private final CollectionRecord record;
    private final Explanation found;
    private final RuleReasons rules;
    private final Remedies remedies;

    ExplanationText(CollectionRecord record, FaceDefinitions definitions, Explanation found) {
        this.record = record;
        this.found = found;
        this.rules = new RuleReasons(record, definitions, found);
        this.remedies = new Remedies(record, definitions);
    }

    /** The state of the document. */
    private enum State {
        HELD,
        DEAD,
        KEPT,
        NEVER,
        OVERDUE,
        EXPIRES
    }

    private State state() {
        if (found.held()) {
            return State.HELD;
        }
        if (found.dead()) {
            return State.DEAD;
        }
        if (found.hidden()) {
            return State.KEPT;
        }
        if (found.deadline() == Deadlines.NO_DEADLINE) {
            return State.NEVER;
        }
        return found.deadline() <= found.now() ? State.OVERDUE : State.EXPIRES;
    }

    /** A word for programs. */
    String code() {
        return switch (state()) {
            case HELD -> "held";
            case DEAD -> "expired";
            case KEPT -> "kept";
            case OVERDUE -> "waits_for_monitor";
            case EXPIRES -> "expires";
            case NEVER -> never().obstacle().word();
        };
    }

    String sentence() {
        return switch (state()) {
            case HELD ->
                "It was dead by " + rule() + " when the policy was changed, so no later policy brings it back.";
            case DEAD ->
                "It expired at " + deadline() + " by " + rule() + ", and the sweeper may destroy it at any time.";
            case KEPT ->
                "It expired at " + deadline() + " by " + rule() + ", but it is kept until " + keptUntil()
                        + ", since a grace or a replaced policy still counts.";
            case OVERDUE -> "Its deadline has passed, but the collection is lazy and its monitor has not looked since.";
            case EXPIRES -> "It expires at " + deadline() + " by " + rule() + ".";
            case NEVER -> "It does not expire: " + never().words() + ".";
        };
    }

    private String deadline() {
        return InstantWords.of(found.deadline());
    }

    private String rule() {
        return found.decidingQueue() == 0 ? "a rule that is gone" : RuleNames.of(record, found.decidingQueue());
    }

    private String keptUntil() {
        return found.deadFrom() == Deadlines.NO_DEADLINE ? "the policy changes" : InstantWords.of(found.deadFrom());
    }

    /** Merges the reasons of several rules: the most important one first, then the words of the others. */
    private RuleReasons.Reason never() {
        if (found.policy().rules().isEmpty()) {
            return new RuleReasons.Reason(NoExpiryReason.TTL_OFF, rules.off());
        }
        TreeMap<NoExpiryReason, Set<String>> told = new TreeMap<>();
        for (RuleVerdict verdict : found.rules()) {
            RuleReasons.Reason reason = rules.of(verdict);
            told.computeIfAbsent(reason.obstacle(), _ -> new LinkedHashSet<>()).add(reason.words());
        }
        told.remove(NoExpiryReason.NONE);
        if (told.isEmpty()) {
            return new RuleReasons.Reason(NoExpiryReason.TTL_OFF, "no rule of the collection applies to it");
        }
        Set<String> words = new LinkedHashSet<>();
        told.forEach((obstacle, each) -> {
            if (words.isEmpty() || obstacle.compareTo(NoExpiryReason.HAS_NO_OWN) < 0) {
                words.addAll(each);
            }
        });
        return new RuleReasons.Reason(told.firstKey(), String.join(", and ", words));
    }

    /** Returns the changes that would give it another fate, in sentences. */
    List<String> changes() {
        return switch (state()) {
            case HELD, DEAD -> List.of("While it still stands it can be restored with a new lifetime.");
            case KEPT ->
                List.of(
                        "It can be restored with a new lifetime until " + keptUntil() + ".",
                        "If a change of policy hid it, undoing the change brings it back.");
            case OVERDUE -> List.of("The next pass of the monitor hides it; until then it can be written anew.");
            case EXPIRES -> whileItLives();
            case NEVER -> remedies.toDie(never().obstacle());
        };
    }

    private List<String> whileItLives() {
        List<String> changes = new ArrayList<>(remedies.toLive(found.decidingQueue()));
        for (RuleVerdict verdict : found.rules()) {
            boolean isNext = verdict.queue() != found.decidingQueue() && verdict.deadline() != Deadlines.NO_DEADLINE;
            if (isNext) {
                changes.add("Without that, " + RuleNames.of(record, verdict.queue()) + " lets it expire at "
                        + InstantWords.of(verdict.deadline()) + ".");
            }
        }
        return changes;
    }
}
