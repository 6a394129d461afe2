package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The history of one partition: its entries, and the state that readers need to read them safely. One writer at a
 * time; any number of readers.
 */
public final class ChangeLog {
    /*
     * Before a writer takes a time, it marks everything from the next time on as possibly in flight, and clears the
     * mark when its batch is in the store. A reader that first reads the last time given, and then what each feed has
     * in flight, therefore knows a time up to which every entry is there. The last time is set before the flight is
     * over, so that a reader that sees the end of a flight also sees that there is something to read.
     */
    private static final long NOTHING_IN_FLIGHT = -1;

    private final History history;
    private final Partition partition;
    private final Supplier<CollectionName> name;
    private final boolean byCollection;
    private volatile long inFlight = NOTHING_IN_FLIGHT;
    private volatile long last;
    private volatile long settledLast;
    private volatile long renamedAt;
    private volatile @Nullable DroppedCollection dropped;
    private long trimmed;

    /** @param name that the collection has now */
    ChangeLog(History history, Partition partition, Supplier<CollectionName> name) {
        this(history, partition, name, false);
    }

    /** @param byCollection whether the collection's record says whether anything is kept, and how long */
    ChangeLog(History history, Partition partition, Supplier<CollectionName> name, boolean byCollection) {
        this.byCollection = byCollection;
        this.history = history;
        this.partition = partition;
        this.name = name;
    }

    boolean isByCollection() {
        return byCollection;
    }

    Partition partition() {
        return partition;
    }

    /** Takes over what the store held already; 0 for nothing. */
    void restore(long lastTime) {
        last = lastTime;
    }

    /** Takes over what other engines have added. */
    void reread() {
        passed(history.lastIn(partition));
    }

    /** Other engines have added something up to this time. */
    void passed(long time) {
        history.passed(time);
        last = History.later(last, time);
    }

    /** The same; behind what it finds, all that comes before is found, too. */
    void rereadSettled() {
        long now = history.lastIn(partition);
        if (now != settledLast) {
            history.settle(partition);
            settledLast = now;
        }
        last = History.later(last, now);
    }

    /** The collection had another name before this time. */
    public void renamed(long time) {
        renamedAt = time;
    }

    /** The collection is gone since then. */
    void dropped(DroppedCollection gone) {
        dropped = gone;
    }

    /** The collection if it is gone, or null. */
    @Nullable
    DroppedCollection dropped() {
        return dropped;
    }

    /** The time at which the collection was dropped, or 0. */
    long droppedAt() {
        DroppedCollection gone = dropped;
        return gone == null ? 0 : gone.time();
    }

    /** From here on something may be in flight, until {@link #land}. */
    void depart() {
        inFlight = history.lastTime() + 1;
    }

    /**
     * Adds entries, each at a time of its own.
     *
     * @return the time of the last
     */
    long add(WriteBatch batch, List<byte[]> entries, long now) {
        depart();
        return take(batch, entries, now);
    }

    /** As {@link #add}, where the flight has begun already. */
    long take(WriteBatch batch, List<byte[]> entries, long now) {
        long first = history.take(entries.size(), now);
        for (int index = 0; index < entries.size(); index++) {
            byte[] key = ChangeCodec.keyOf(new ChangePosition(first + index, history.sequenceOf(partition)));
            batch.put(Space.CHANGE, key, entries.get(index));
        }
        return first + entries.size() - 1;
    }

    /** The batch is in the store, or never will be. */
    void land(long lastTime) {
        last = lastTime;
        inFlight = NOTHING_IN_FLIGHT;
        history.wake(this);
    }

    /** The last time at which an entry may stand, or 0. */
    long last() {
        return last;
    }

    /** The last time before anything that is in flight. */
    long settled() {
        return inFlight - 1;
    }

    /** Returns true if there may be something for a reader that has come to this time. */
    boolean concerns(ChangeScope scope, long from) {
        if (droppedAt() != 0 && Long.compareUnsigned(last, from) < 0) {
            return false;
        }
        return scope.covers(name.get()) || Long.compareUnsigned(renamedAt, from) >= 0;
    }

    /** The time below which entries were deleted; guarded by the thread that trims. */
    long trimmed() {
        return trimmed;
    }

    void setTrimmed(long time) {
        trimmed = time;
    }
}
