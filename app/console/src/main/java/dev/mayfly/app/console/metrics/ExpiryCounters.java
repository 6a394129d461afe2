package dev.mayfly.app.console.metrics;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.QueueIds;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleConsumer;

/** Counts what expired, was destroyed and was brought back since the start. Safe for concurrent use. */
public final class ExpiryCounters implements ExpiryListener {
    /** The reason why a document expired. */
    public enum Reason {
        /** Its collection's default. */
        DEFAULT,
        /** A lifetime or an end of its own. */
        DOCUMENT,
        /** A date in one of its fields. */
        FIELD;

        public static Reason of(int queue) {
            return switch (queue) {
                case QueueIds.INHERIT -> DEFAULT;
                case QueueIds.FOR, QueueIds.UNTIL -> DOCUMENT;
                default -> FIELD;
            };
        }
    }

    private static final int COLLECTIONS_MAX = 10_000;

    private final Map<Reason, LongAdder> expired =
            Map.of(Reason.DEFAULT, new LongAdder(), Reason.DOCUMENT, new LongAdder(), Reason.FIELD, new LongAdder());
    private final LongAdder destroyed = new LongAdder();
    private final LongAdder broughtBack = new LongAdder();
    private final LongAdder propertiesDied = new LongAdder();
    private final LongAdder propertiesSwept = new LongAdder();
    private final Map<CollectionName, PurgeTally> tallies = new ConcurrentHashMap<>();
    private final PurgePace pace;
    private volatile DoubleConsumer lag = _ -> {};

    /** @param machine the clock of the machine */
    public ExpiryCounters(Clock machine) {
        this.pace = new PurgePace(machine);
    }

    /** Returns the current pace of destruction. */
    public PurgePace pace() {
        return pace;
    }

    /** Sets the consumer of the seconds from deadline to announcement. */
    void setLag(DoubleConsumer consumer) {
        lag = consumer;
    }

    @Override
    public void announced(Announcement announcement) {
        adder(Reason.of(announcement.queue())).increment();
        long late = Math.max(0, announcement.at() - announcement.deadline());
        lag.accept(late / 1000.0);
        tally(announcement.collection()).announced(late);
    }

    @Override
    public void destroyed(CollectionName collection, int documents) {
        destroyed.add(documents);
        pace.add(documents);
        tally(collection).destroyed(documents);
    }

    @Override
    public void properties(CollectionName collection, int died, int swept) {
        propertiesDied.add(died);
        propertiesSwept.add(swept);
    }

    /** Returns the tally of one collection, unless there are too many. */
    public PurgeTally tally(CollectionName collection) {
        PurgeTally known = tallies.get(collection);
        if (known != null) {
            return known;
        }
        return tallies.size() < COLLECTIONS_MAX
                ? tallies.computeIfAbsent(collection, _ -> new PurgeTally())
                : new PurgeTally();
    }

    /** Forgets collections that are gone. */
    void keep(Set<CollectionName> existing) {
        tallies.keySet().retainAll(existing);
    }

    @Override
    public void broughtBack(CollectionName collection, int documents) {
        broughtBack.add(documents);
    }

    double expired(Reason reason) {
        return adder(reason).doubleValue();
    }

    private LongAdder adder(Reason reason) {
        return Objects.requireNonNull(expired.get(reason));
    }

    double destroyed() {
        return destroyed.doubleValue();
    }

    double broughtBack() {
        return broughtBack.doubleValue();
    }

    double propertiesDied() {
        return propertiesDied.doubleValue();
    }

    double propertiesSwept() {
        return propertiesSwept.doubleValue();
    }
}
