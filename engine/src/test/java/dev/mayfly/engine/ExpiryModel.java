package dev.mayfly.engine;

import dev.mayfly.engine.catalog.BaseInstant;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a collection should answer, in the plainest way: a map that is never swept, and the whole history of the policy.
 */
final class ExpiryModel {
    /*
     * Written from the design's words alone. A document is hidden when the current policy expires it, or when it was
     * dead at the instant of a change: then it is marked as buried. It is dead when it is buried, or when every policy
     * it lived under that is current or was replaced less than the change grace ago says so, each with its own grace.
     * In a lazy collection all that is judged as of the last tick, and hidden is only what every policy since that tick
     * expires. There are no queues, no graves and no sweeps.
     */
    final BaseInstant base;
    final long changeGrace;
    final Map<Integer, ModelDocument> documents = new TreeMap<>();
    ModelPolicy current;
    private final List<Change> history = new ArrayList<>();
    private long sequence;
    private BigInteger tick = BigInteger.valueOf(Long.MIN_VALUE);
    private long tickSequence;

    /** A policy that was replaced; while {@code waiting} its grace has not begun, since the clock was suspect. */
    private record Change(ModelPolicy replaced, long sequence, long at, boolean waiting) {}

    ExpiryModel(BaseInstant base, ModelPolicy policy, long changeGrace) {
        this.base = base;
        this.current = policy;
        this.changeGrace = changeGrace;
    }

    long nextSequence() {
        return ++sequence;
    }

    boolean isHidden(ModelDocument document, long now) {
        return document.buried || isExpired(document, seen(document, now));
    }

    private boolean isExpired(ModelDocument document, @Nullable BigInteger instant) {
        return isDue(current.deadline(document, base), 0, instant)
                && history.stream()
                        .filter(this::isSinceTick)
                        .allMatch(change -> isDue(change.replaced.deadline(document, base), 0, instant));
    }

    private boolean isSinceTick(Change change) {
        return current.lazy() && change.sequence > tickSequence;
    }

    boolean isDead(ModelDocument document, long now) {
        return document.buried || isDeadAsOf(document, seen(document, now));
    }

    private boolean isDeadAsOf(ModelDocument document, @Nullable BigInteger instant) {
        if (instant == null || !isDue(current.deadline(document, base), current.grace(), instant)) {
            return false;
        }
        for (Change change : history) {
            boolean lived = document.sequence < change.sequence;
            boolean counted = change.waiting
                    || isSinceTick(change)
                    || BigInteger.valueOf(change.at)
                                    .add(BigInteger.valueOf(changeGrace))
                                    .compareTo(instant)
                            > 0;
            ModelPolicy replaced = change.replaced;
            if (lived && counted && !isDue(replaced.deadline(document, base), replaced.grace(), instant)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDue(@Nullable BigInteger deadline, long grace, @Nullable BigInteger instant) {
        return deadline != null
                && instant != null
                && deadline.add(BigInteger.valueOf(grace)).compareTo(instant) <= 0;
    }

    /** The instant as of which a document is judged; null when there is none yet. */
    private @Nullable BigInteger seen(ModelDocument document, long now) {
        BigInteger instant = BigInteger.valueOf(now);
        if (!current.lazy()) {
            return instant;
        }
        return document.sequence < tickSequence ? instant.min(tick) : null;
    }

    @Nullable
    ModelDocument live(int key, long now) {
        ModelDocument document = documents.get(key);
        return document == null || isHidden(document, now) ? null : document;
    }

    List<ModelDocument> live(long now) {
        return documents.values().stream()
                .filter(document -> !isHidden(document, now))
                .toList();
    }

    /** Answers whether anything changed. */
    boolean change(ModelPolicy next, long guarded, boolean suspect) {
        if (next.equals(current)) {
            return false;
        }
        documents.values().forEach(document -> document.buried |= isDeadAsOf(document, seen(document, guarded)));
        history.add(new Change(current, nextSequence(), guarded, suspect));
        if (next.lazy() && !current.lazy()) {
            tickSequence = 0;
        }
        current = next;
        return true;
    }

    void tick(long now) {
        tick = BigInteger.valueOf(now);
        tickSequence = nextSequence();
    }

    /** Changes made while the clock was suspect get their grace from this instant. */
    void endSuspicion(long instant) {
        history.replaceAll(
                change -> change.waiting ? new Change(change.replaced, change.sequence, instant, false) : change);
    }

    /** Forgets what no question can be about any more. */
    void trim(long now) {
        documents.values().removeIf(document -> isDead(document, now));
    }
}
