package dev.mayfly.engine.expiry;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * The rules of a collection about the lifetimes of its documents, and of parts of them.
 *
 * @param rules by which documents die; none means that they do not
 * @param properties by which properties of documents die
 * @param graceMillis how long a hidden document stays before it may be destroyed
 * @param visibility when an expired document is hidden
 * @param masked whether all rules are held back for now
 */
public record Policy(
        List<Rule> rules, List<PropertyRule> properties, long graceMillis, Visibility visibility, boolean masked) {
    /** Documents that never die. */
    public static final Policy NONE = new Policy(List.of(), 0, Visibility.EXACT, false);

    /** The time at which an expired document is hidden. */
    public enum Visibility {
        /** At its deadline. */
        EXACT,
        /** At the first tick of the monitor at or after its deadline. */
        LAZY
    }

    public Policy {
        rules = List.copyOf(rules);
        properties = List.copyOf(properties);
        if (graceMillis < 0) {
            throw new IllegalArgumentException("a grace is not negative");
        }
    }

    /** Rules about whole documents alone. */
    public Policy(List<Rule> rules, long graceMillis, Visibility visibility, boolean masked) {
        this(rules, List.of(), graceMillis, visibility, masked);
    }

    public Policy withRules(List<Rule> changed) {
        return new Policy(changed, properties, graceMillis, visibility, masked);
    }

    public Policy withProperties(List<PropertyRule> changed) {
        return new Policy(rules, changed, graceMillis, visibility, masked);
    }

    public Policy withGrace(long millis) {
        return new Policy(rules, properties, millis, visibility, masked);
    }

    public Policy withVisibility(Visibility changed) {
        return new Policy(rules, properties, graceMillis, changed, masked);
    }

    public Policy withMask(boolean mask) {
        return new Policy(rules, properties, graceMillis, visibility, mask);
    }

    /**
     * Returns the policy that judges one property as this one judges documents: its rules are those about the property.
     *
     * @param queues true for the queues of the property
     */
    Policy ofProperty(IntPredicate queues) {
        List<Rule> own = properties.stream()
                .filter(rule -> queues.test(rule.queue()))
                .<Rule>map(rule -> new Rule.Field(rule.queue(), rule.afterSeconds()))
                .toList();
        return new Policy(own, graceMillis, visibility, masked);
    }

    /**
     * Returns the time from its instant in the queue to a document's death, in milliseconds, or {@link
     * Deadlines#NEVER}.
     */
    public long offset(int queue) {
        if (masked) {
            return Deadlines.NEVER;
        }
        long least = Deadlines.NEVER;
        for (int index = 0; index < rules.size(); index++) {
            least = Math.min(least, offset(rules.get(index), queue));
        }
        return least;
    }

    private static long offset(Rule rule, int queue) {
        return switch (rule) {
            case Rule.Absolute _ -> queue == QueueIds.UNTIL ? 0 : Deadlines.NEVER;
            case Rule.Field field ->
                queue == field.queue() ? Deadlines.secondsToMillis(field.afterSeconds()) : Deadlines.NEVER;
            case Rule.Modified modified -> modifiedOffset(modified, queue);
        };
    }

    private static long modifiedOffset(Rule.Modified rule, int queue) {
        if (queue == QueueIds.FOR) {
            return 0;
        }
        boolean inherited = queue == QueueIds.INHERIT && rule.kind() == Rule.Modified.Kind.AFTER;
        return inherited ? Deadlines.secondsToMillis(rule.seconds()) : Deadlines.NEVER;
    }

    /** Returns the document's deadline, in milliseconds since the epoch, or {@link Deadlines#NO_DEADLINE}. */
    public long deadline(Instants document) {
        int queue = decidingQueue(document);
        return queue == 0 ? Deadlines.NO_DEADLINE : Deadlines.plus(document.in(queue), offset(queue));
    }

    /** Returns the queue whose rule gives the earliest deadline, or 0 if the document never dies. */
    public int decidingQueue(Instants document) {
        long earliest = Deadlines.NO_DEADLINE;
        int deciding = 0;
        for (int index = 0; index < document.queues().length; index++) {
            int queue = document.queues()[index];
            long deadline = Deadlines.plus(document.at()[index], offset(queue));
            if (deadline < earliest) {
                earliest = deadline;
                deciding = queue;
            }
        }
        return deciding;
    }

    /**
     * Returns true if no document at all can live longer, or be kept longer, under this policy than under the other.
     */
    boolean onlyShortens(Policy before) {
        boolean laterGrace = graceMillis > before.graceMillis;
        boolean laterSight = visibility == Visibility.LAZY && before.visibility == Visibility.EXACT;
        if (laterGrace || laterSight) {
            return false;
        }
        for (Rule rule : before.rules) {
            for (int queue : queuesOf(rule)) {
                if (offset(queue) > before.offset(queue)) {
                    return false;
                }
            }
        }
        for (PropertyRule rule : before.properties) {
            if (propertyOffset(rule.queue()) > before.propertyOffset(rule.queue())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the time from its instant in the queue to a property's death, in milliseconds, or {@link Deadlines#NEVER}.
     */
    public long propertyOffset(int queue) {
        long least = Deadlines.NEVER;
        for (PropertyRule rule : properties) {
            if (rule.queue() == queue && !masked) {
                least = Math.min(least, rule.offset());
            }
        }
        return least;
    }

    /** Returns true if a stored rule is invalid; see {@link Rule#UNREADABLE}. */
    public boolean isUnreadable() {
        return rules.stream().anyMatch(Rule::isUnreadable);
    }

    /** Returns true if a document can die by this policy at all. */
    public boolean canExpire() {
        return !masked && !rules.isEmpty();
    }

    /** Returns true if a rule of this policy rests on the queue, masked or not. */
    public boolean restsOn(int queue) {
        for (Rule rule : rules) {
            for (int candidate : queuesOf(rule)) {
                if (candidate == queue) {
                    return true;
                }
            }
        }
        return properties.stream().anyMatch(rule -> rule.queue() == queue);
    }

    private static int[] queuesOf(Rule rule) {
        return switch (rule) {
            case Rule.Absolute _ -> new int[] {QueueIds.UNTIL};
            case Rule.Field field -> new int[] {field.queue()};
            case Rule.Modified _ -> new int[] {QueueIds.INHERIT, QueueIds.FOR};
        };
    }
}
