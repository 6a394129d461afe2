package dev.mayfly.app.console.doctor;

import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.Explanation.RuleVerdict;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.api.FaceDefinitions;

/** Explains for each rule of a collection why it does or does not let one document expire. */
final class RuleReasons {
    private final CollectionRecord record;
    private final FaceDefinitions definitions;
    private final Explanation found;

    RuleReasons(CollectionRecord record, FaceDefinitions definitions, Explanation found) {
        this.record = record;
        this.definitions = definitions;
        this.found = found;
    }

    /**
     * The reason why a rule gives no deadline.
     *
     * @param words a clause about the rule; empty if there is a deadline
     */
    record Reason(NoExpiryReason obstacle, String words) {
        static final Reason NONE = new Reason(NoExpiryReason.NONE, "");
    }

    Reason of(RuleVerdict verdict) {
        if (verdict.deadline() != Deadlines.NO_DEADLINE) {
            return Reason.NONE;
        }
        Reason ofRule = ofRule(verdict);
        if (ofRule.obstacle != NoExpiryReason.NONE) {
            return ofRule;
        }
        if (verdict.instant() != Deadlines.NO_DEADLINE) {
            return new Reason(
                    NoExpiryReason.OVERFLOW, name(verdict) + " comes to an instant beyond all that can be said");
        }
        return verdict.path().isEmpty() ? ofLifetime(verdict) : ofField(verdict);
    }

    /** Returns the reason why no document can expire here. */
    String off() {
        return definitions.noRule();
    }

    private String name(RuleVerdict verdict) {
        return RuleNames.of(record, verdict.queue());
    }

    /** Returns the fault of the rule itself, whatever the document holds. */
    private Reason ofRule(RuleVerdict verdict) {
        Policy policy = found.policy();
        String name = name(verdict);
        if (policy.masked()) {
            return new Reason(NoExpiryReason.MASKED, "all rules of the collection are held back for now");
        }
        if (isUnreadable(verdict.queue())) {
            return new Reason(
                    NoExpiryReason.RULE_UNREADABLE,
                    "what is stored of " + name + " is no number of seconds, which means never");
        }
        boolean isBuilding = record.queue(verdict.queue())
                .filter(queue -> queue.state() == QueueDefinition.State.BUILDING)
                .isPresent();
        if (isBuilding) {
            return new Reason(NoExpiryReason.RULE_NOT_READY, name + " is still being built");
        }
        if (!policy.restsOn(verdict.queue())) {
            return new Reason(NoExpiryReason.RULE_GONE, "no rule uses " + name + " any more");
        }
        boolean hasNoDefault =
                verdict.queue() == QueueIds.INHERIT && policy.offset(QueueIds.INHERIT) == Deadlines.NEVER;
        return hasNoDefault && found.stamp().lifetime() instanceof Lifetime.Inherit
                ? new Reason(NoExpiryReason.NO_DEFAULT, "the collection has no default lifetime")
                : Reason.NONE;
    }

    private boolean isUnreadable(int queue) {
        return found.policy().rules().stream().filter(Rule::isUnreadable).anyMatch(rule -> switch (rule) {
            case Rule.Field field -> field.queue() == queue;
            case Rule.Modified _ -> queue == QueueIds.INHERIT;
            case Rule.Absolute _ -> false;
        });
    }

    private Reason ofField(RuleVerdict verdict) {
        FieldInstant instant = RuleNames.instant(record, verdict.queue());
        if (instant != FieldInstant.EARLIEST_DATE) {
            return ofSeconds(verdict, instant == FieldInstant.EPOCH_SECOND_AND_LIFETIME);
        }
        FieldJudgement judgement = FieldJudgement.of(found.content(), FieldPath.of(verdict.path()));
        return new Reason(
                judgement.obstacle(),
                name(verdict) + " needs a date in \"" + verdict.path() + "\", where " + judgement.words());
    }

    private Reason ofSeconds(RuleVerdict verdict, boolean isOfOwn) {
        Lifetime lifetime = found.stamp().lifetime();
        if (lifetime instanceof Lifetime.Forever) {
            return new Reason(NoExpiryReason.ASKED_FOREVER, definitions.livesForever());
        }
        boolean hasOwn = lifetime instanceof Lifetime.For;
        if (hasOwn && !isOfOwn) {
            return new Reason(
                    NoExpiryReason.HAS_OWN, name(verdict) + " is not for a document with a lifetime of its own");
        }
        return hasOwn || !isOfOwn
                ? new Reason(
                        NoExpiryReason.NO_DATE,
                        name(verdict) + " needs a whole number of seconds since the epoch there")
                : new Reason(NoExpiryReason.HAS_NO_OWN, name(verdict) + " is not for a document without one");
    }

    private Reason ofLifetime(RuleVerdict verdict) {
        String name = name(verdict);
        return switch (found.stamp().lifetime()) {
            case Lifetime.Forever _ -> new Reason(NoExpiryReason.ASKED_FOREVER, definitions.livesForever());
            case Lifetime.Inherit _ -> ofNothingAsked();
            case Lifetime.For _, Lifetime.Until _ ->
                new Reason(NoExpiryReason.HAS_OWN, name + " is not for a document with a lifetime of its own");
        };
    }

    /** The stamp says that nothing was asked for; the document may say something that is no lifetime. */
    private Reason ofNothingAsked() {
        View ttl = isRead() ? FieldPath.of("ttl").in(found.content()) : null;
        return ttl == null
                ? new Reason(NoExpiryReason.HAS_NO_OWN, "the document asked for no lifetime of its own")
                : new Reason(
                        NoExpiryReason.OWN_UNREADABLE,
                        "its ttl is " + ttl
                                + ", which is no whole number of seconds from 1 on, nor -1, and so is passed"
                                + " over");
    }

    /** Returns true if documents here state their lifetime in a field. */
    private boolean isRead() {
        return record.queue(QueueIds.FOR).isPresent();
    }
}
