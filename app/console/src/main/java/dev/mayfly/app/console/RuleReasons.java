package dev.mayfly.app.console;

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

/** Says of each rule of a collection why it does or does not let one document die. */
final class RuleReasons {
    private final CollectionRecord record;
    private final Explanation found;

    RuleReasons(CollectionRecord record, Explanation found) {
        this.record = record;
        this.found = found;
    }

    /**
     * Why a rule gives no deadline.
     *
     * @param words a clause about the rule; empty where there is a deadline
     */
    record Reason(Obstacle obstacle, String words) {
        static final Reason NONE = new Reason(Obstacle.NONE, "");
    }

    Reason of(RuleVerdict verdict) {
        if (verdict.deadline() != Deadlines.NO_DEADLINE) {
            return Reason.NONE;
        }
        Reason ofRule = ofRule(verdict);
        if (ofRule.obstacle != Obstacle.NONE) {
            return ofRule;
        }
        if (verdict.instant() != Deadlines.NO_DEADLINE) {
            return new Reason(Obstacle.OVERFLOW, name(verdict) + " comes to an instant beyond all that can be said");
        }
        return verdict.path().isEmpty() ? ofLifetime(verdict) : ofField(verdict);
    }

    /** Why nothing at all can expire here. */
    String off() {
        return switch (record.name().face()) {
            case "mongo" -> "the collection has no TTL index";
            case "cosmos" -> "time to live is off for the container";
            default -> "the collection has no rule by which documents die";
        };
    }

    private String name(RuleVerdict verdict) {
        return RuleNames.of(record, verdict.queue());
    }

    /** What is wrong with the rule itself, whatever the document says. */
    private Reason ofRule(RuleVerdict verdict) {
        Policy policy = found.policy();
        String name = name(verdict);
        if (policy.masked()) {
            return new Reason(Obstacle.MASKED, "all rules of the collection are held back for now");
        }
        if (isUnreadable(verdict.queue())) {
            return new Reason(
                    Obstacle.RULE_UNREADABLE,
                    "what is stored of " + name + " is no number of seconds, which means never");
        }
        boolean isBuilding = record.queue(verdict.queue())
                .filter(queue -> queue.state() == QueueDefinition.State.BUILDING)
                .isPresent();
        if (isBuilding) {
            return new Reason(Obstacle.RULE_NOT_READY, name + " is still being built");
        }
        if (!policy.restsOn(verdict.queue())) {
            return new Reason(Obstacle.RULE_GONE, "no rule uses " + name + " any more");
        }
        boolean hasNoDefault =
                verdict.queue() == QueueIds.INHERIT && policy.offset(QueueIds.INHERIT) == Deadlines.NEVER;
        return hasNoDefault && found.stamp().lifetime() instanceof Lifetime.Inherit
                ? new Reason(Obstacle.NO_DEFAULT, "the collection has no default lifetime")
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
            return new Reason(Obstacle.ASKED_FOREVER, forever());
        }
        boolean hasOwn = lifetime instanceof Lifetime.For;
        if (hasOwn && !isOfOwn) {
            return new Reason(Obstacle.HAS_OWN, name(verdict) + " is not for a document with a lifetime of its own");
        }
        return hasOwn || !isOfOwn
                ? new Reason(Obstacle.NO_DATE, name(verdict) + " needs a whole number of seconds since the epoch there")
                : new Reason(Obstacle.HAS_NO_OWN, name(verdict) + " is not for a document without one");
    }

    private Reason ofLifetime(RuleVerdict verdict) {
        String name = name(verdict);
        return switch (found.stamp().lifetime()) {
            case Lifetime.Forever _ -> new Reason(Obstacle.ASKED_FOREVER, forever());
            case Lifetime.Inherit _ -> ofNothingAsked();
            case Lifetime.For _, Lifetime.Until _ ->
                new Reason(Obstacle.HAS_OWN, name + " is not for a document with a lifetime of its own");
        };
    }

    private String forever() {
        return record.name().face().equals("couchbase")
                ? "it was written without an expiry when no maxTTL gave it one"
                : "the document asked to live forever";
    }

    /** The stamp says that nothing was asked for; the document may say something that is no lifetime. */
    private Reason ofNothingAsked() {
        View ttl = isRead() ? FieldPath.of("ttl").in(found.content()) : null;
        return ttl == null
                ? new Reason(Obstacle.HAS_NO_OWN, "the document asked for no lifetime of its own")
                : new Reason(
                        Obstacle.OWN_UNREADABLE,
                        "its ttl is " + ttl
                                + ", which is no whole number of seconds from 1 on, nor -1, and so is passed"
                                + " over");
    }

    /** Whether documents here say their lifetime in a field. */
    private boolean isRead() {
        return record.queue(QueueIds.FOR).isPresent();
    }
}
