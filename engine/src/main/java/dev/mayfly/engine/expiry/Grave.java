package dev.mayfly.engine.expiry;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Holds the documents that were dead at the instant of a change of policy, whatever comes after.
 *
 * @param instant when the change was made, or the monitor's last tick before it in a lazy collection
 * @param version documents of this version or a later one are not held
 * @param counted the policies that had a say then, each with the version that replaced it
 */
public record Grave(long instant, long version, List<Counted> counted) {
    /** A policy that had a say, and the version of the change that replaced it. */
    public record Counted(Policy policy, long replacedBy) {}

    public Grave {
        counted = List.copyOf(counted);
    }

    /** Returns true if the document was dead at this grave's instant. */
    public boolean holds(Instants document) {
        if (document.version() >= version) {
            return false;
        }
        boolean lived = false;
        for (int index = 0; index < counted.size(); index++) {
            Counted one = counted.get(index);
            if (document.version() < one.replacedBy) {
                lived = true;
                if (Deadlines.plus(one.policy.deadline(document), one.policy.graceMillis()) > instant) {
                    return false;
                }
            }
        }
        return lived;
    }

    /** The latest instant in the queue at which an entry may be held. */
    public long latestDue(int queue) {
        long latest = Long.MIN_VALUE;
        for (Counted one : counted) {
            latest = Math.max(latest, Deadlines.latestDue(instant, one.policy.offset(queue)));
        }
        return latest;
    }

    /** The rule's queue by which a held document died, or 0. */
    int decidingQueue(Instants document) {
        for (Counted one : counted) {
            if (document.version() < one.replacedBy) {
                return one.policy.decidingQueue(document);
            }
        }
        return 0;
    }

    /** The deadline of a held document by the policy that was replaced. */
    long diedAt(Instants document) {
        for (Counted one : counted) {
            if (document.version() < one.replacedBy) {
                return one.policy.deadline(document);
            }
        }
        return Deadlines.NO_DEADLINE;
    }

    Grave ofProperty(IntPredicate queues) {
        return new Grave(
                instant,
                version,
                counted.stream()
                        .map(one -> new Counted(one.policy.ofProperty(queues), one.replacedBy))
                        .toList());
    }

    boolean restsOn(int queue) {
        return counted.stream().anyMatch(one -> one.policy.restsOn(queue));
    }
}
