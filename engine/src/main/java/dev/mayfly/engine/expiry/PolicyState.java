package dev.mayfly.engine.expiry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a collection with all of its past that still matters. Immutable; a request takes one together with the
 * instant it answers as of, and asks nothing else about expiry.
 *
 * @param current the policy that hides documents now
 * @param version the version of the change that set it
 * @param recent policies replaced lately, the latest first
 * @param graves what was dead at the changes whose dead are not all destroyed yet, the latest first
 * @param tick the monitor's last look, by which a lazy collection is judged
 */
public record PolicyState(Policy current, long version, List<ReplacedPolicy> recent, List<Grave> graves, Tick tick) {
    /** The largest number of graves. */
    public static final int GRAVES_MAX = 64;

    public PolicyState {
        recent = List.copyOf(recent);
        graves = List.copyOf(graves);
    }

    public static PolicyState initial(Policy policy, long version) {
        return new PolicyState(policy, version, List.of(), List.of(), Tick.NEVER);
    }

    /** Returns true if the document is in no answer at {@code now}. */
    public boolean isHidden(Instants document, long now) {
        return isExpired(document, now) || isHeld(document);
    }

    /**
     * Returns true if the rules hide the document. In a lazy collection a change made since the tick hides nothing by
     * itself before the next one, as if the monitor had not yet heard of it; but what it spares is shown at once.
     */
    private boolean isExpired(Instants document, long now) {
        if (!isDue(current.deadline(document), document, now)) {
            return false;
        }
        for (int index = 0; index < recent.size(); index++) {
            ReplacedPolicy replaced = recent.get(index);
            if (isSinceTick(replaced) && !isDue(replaced.policy().deadline(document), document, now)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if the monitor has not looked since the policy was replaced. */
    private boolean isSinceTick(ReplacedPolicy replaced) {
        return current.visibility() == Policy.Visibility.LAZY && replaced.version() > tick.version();
    }

    /** Returns true if the replaced policy has a say in what is dead. */
    private boolean isCounted(ReplacedPolicy replaced, long now) {
        return replaced.countedUntil() > judgedAt(now) || isSinceTick(replaced);
    }

    /** Returns true if the document is beyond recall at {@code now}, and may be destroyed. */
    public boolean isDead(Instants document, long now) {
        return isHeld(document) || isDue(deadFrom(document), document, now);
    }

    /** Returns true if the document died before a change of policy, so that no policy brings it back. */
    public boolean isHeld(Instants document) {
        for (int index = 0; index < graves.size(); index++) {
            if (graves.get(index).holds(document)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The earliest instant at which the document is dead if nothing changes: when every policy that it lived under says
     * so, or has lost its say.
     */
    public long deadFrom(Instants document) {
        long latest = Deadlines.plus(current.deadline(document), current.graceMillis());
        for (int index = 0; index < recent.size(); index++) {
            ReplacedPolicy replaced = recent.get(index);
            if (document.version() < replaced.version()) {
                long dead = Deadlines.plus(
                        replaced.policy().deadline(document), replaced.policy().graceMillis());
                latest = Math.max(latest, isSinceTick(replaced) ? dead : Math.min(dead, replaced.countedUntil()));
            }
        }
        return latest;
    }

    /** The queue of the rule that hid the document, or 0 if none did. */
    public int decidingQueue(Instants document, long now) {
        if (isExpired(document, now)) {
            return current.decidingQueue(document);
        }
        for (Grave grave : graves) {
            if (grave.holds(document)) {
                return grave.decidingQueue(document);
            }
        }
        return 0;
    }

    /** The deadline by which a hidden document is hidden: the current policy's, or that of the grave that holds it. */
    public long diedAt(Instants document, long now) {
        long deadline = current.deadline(document);
        if (isExpired(document, now)) {
            return deadline;
        }
        for (Grave grave : graves) {
            if (grave.holds(document)) {
                return grave.diedAt(document);
            }
        }
        return deadline;
    }

    /**
     * The last change that an undo would take back: its policy still has a say, and is another but for the mask, which is
     * not the collection's own. Null when there is none.
     */
    public @Nullable ReplacedPolicy undoable(long now) {
        for (ReplacedPolicy replaced : recent) {
            if (isCounted(replaced, now) && !before(replaced).equals(current)) {
                return replaced;
            }
        }
        return null;
    }

    /** The policy that an undo of this change would set. */
    public Policy before(ReplacedPolicy replaced) {
        return replaced.policy().withMask(current.masked());
    }

    /** The version of the change that has hidden a document which an undo would bring back; 0 if there is none. */
    public long hiddenByChange(Instants document, long now) {
        ReplacedPolicy replaced = recent.isEmpty() ? null : undoable(now);
        if (replaced == null || document.version() >= replaced.version() || isHeld(document)) {
            return 0;
        }
        return isDue(before(replaced).deadline(document), document, now) ? 0 : replaced.version();
    }

    private boolean isDue(long instant, Instants document, long now) {
        boolean seen = current.visibility() == Policy.Visibility.EXACT || document.version() < tick.version();
        return seen && instant <= judgedAt(now);
    }

    /** The instant as of which documents are judged: now, or in a lazy collection the monitor's last tick. */
    private long judgedAt(long now) {
        return current.visibility() == Policy.Visibility.EXACT ? now : Math.min(now, tick.instant());
    }

    /** The latest instant in the queue at which an entry may be hidden or dead at {@code now}. */
    public long latestDue(int queue, long now) {
        long latest = Deadlines.latestDue(now, current.offset(queue));
        for (Grave grave : graves) {
            latest = Math.max(latest, grave.latestDue(queue));
        }
        return latest;
    }

    /**
     * The instant in the queue up to which every entry's document is hidden at {@code now}; the least of all if that is not
     * known of any.
     */
    public long hiddenUntil(int queue, long now) {
        return current.visibility() == Policy.Visibility.EXACT
                ? Deadlines.latestDue(now, current.offset(queue))
                : Long.MIN_VALUE;
    }

    /** Returns true if a document is hidden from its own absolute end on, and by nothing else. */
    public boolean hidesByEndAlone() {
        boolean plain = !current.masked() && current.visibility() == Policy.Visibility.EXACT;
        return plain && graves.isEmpty() && current.rules().equals(List.of(new Rule.Absolute()));
    }

    /** Returns true if any document can be hidden at all. */
    public boolean canHide() {
        return current.canExpire() || !graves.isEmpty();
    }

    /** Returns true if the queue is still needed to judge a document. */
    public boolean restsOn(int queue, long now) {
        return current.restsOn(queue)
                || graves.stream().anyMatch(grave -> grave.restsOn(queue))
                || recent.stream()
                        .anyMatch(replaced ->
                                isCounted(replaced, now) && replaced.policy().restsOn(queue));
    }

    /**
     * Returns the state that judges one property of documents as this one judges documents, with the same past.
     *
     * @param queues true for the queues of the property
     */
    public PolicyState ofProperty(IntPredicate queues) {
        return new PolicyState(
                current.ofProperty(queues),
                version,
                recent.stream().map(replaced -> replaced.ofProperty(queues)).toList(),
                graves.stream().map(grave -> grave.ofProperty(queues)).toList(),
                tick);
    }

    /**
     * The state after a change.
     *
     * @param next the policy from now on
     * @param changeVersion the version of the change
     * @param moment when it is made
     * @param someDead whether any document may be dead by the policy that is replaced; false spares the grave
     */
    public PolicyState change(Policy next, long changeVersion, Moment moment, boolean someDead) {
        List<ReplacedPolicy> remembered = new ArrayList<>();
        remembered.add(new ReplacedPolicy(
                current, changeVersion, moment.guarded(), moment.changeGraceMillis(), moment.suspicious()));
        for (ReplacedPolicy replaced : recent) {
            boolean counted = isCounted(replaced, moment.guarded());
            boolean repeated = remembered.stream().anyMatch(one -> one.policy().equals(replaced.policy()));
            if (counted && !repeated) {
                remembered.add(replaced);
            }
        }
        List<Grave> standing = new ArrayList<>(graves);
        if (someDead && !next.onlyShortens(current)) {
            standing.addFirst(graveAt(changeVersion, moment));
        }
        boolean becomesLazy =
                current.visibility() == Policy.Visibility.EXACT && next.visibility() == Policy.Visibility.LAZY;
        return new PolicyState(next, changeVersion, remembered, standing, becomesLazy ? Tick.NEVER : tick);
    }

    private Grave graveAt(long changeVersion, Moment moment) {
        long instant = judgedAt(moment.guarded());
        List<Grave.Counted> counted = new ArrayList<>();
        counted.add(new Grave.Counted(current, changeVersion));
        for (ReplacedPolicy replaced : recent) {
            if (isCounted(replaced, moment.guarded())) {
                counted.add(new Grave.Counted(replaced.policy(), replaced.version()));
            }
        }
        boolean lazy = current.visibility() == Policy.Visibility.LAZY;
        return new Grave(instant, lazy ? tick.version() : changeVersion, counted);
    }

    /**
     * When a change of policy is made.
     *
     * @param guarded the guarded clock, in milliseconds since the epoch
     * @param changeGraceMillis how long the replaced policy keeps its say
     * @param suspicious whether the clock is suspect
     */
    public record Moment(long guarded, long changeGraceMillis, boolean suspicious) {}

    /** The state without the graves that a finished pass found empty. */
    public PolicyState withoutGraves(List<Grave> emptied) {
        return new PolicyState(
                current,
                version,
                recent,
                graves.stream().filter(grave -> !emptied.contains(grave)).toList(),
                tick);
    }

    /** Returns true if a policy has lost its say by now. */
    public boolean canForget(long now) {
        return recent.stream().anyMatch(replaced -> !isCounted(replaced, now));
    }

    /** The state in which the policies that have lost their say are forgotten. */
    public PolicyState forgetting(long now) {
        return new PolicyState(
                current,
                version,
                recent.stream().filter(replaced -> isCounted(replaced, now)).toList(),
                graves,
                tick);
    }

    /** The state at the end of a suspicion: changes made meanwhile get their grace from this instant. */
    public PolicyState afterSuspicion(long instant) {
        return new PolicyState(
                current,
                version,
                recent.stream().map(replaced -> replaced.restartedAt(instant)).toList(),
                graves,
                tick);
    }

    public PolicyState withTick(Tick next) {
        return new PolicyState(current, version, recent, graves, next);
    }
}
