package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Every document that expiry has hidden, in the order of announcement, for a while. Safe for concurrent use.
 */
public final class EventLog {
    /*
     * An event is written in the very batch that announces, so that a crash between expiry and delivery loses none. Each
     * collection has its events in its own partition, and takes them with it when it is dropped. Readers merge them by
     * version, up to the version before which nothing is in flight.
     *
     * Where several engines write, a reader goes by how far it has come in each shard (EventProgress). Several shards are read up to
     * a second ago, so that their events are in the order of time; one that comes later is told later. Behind the last event
     * of a shard everything is there once the store has settled.
     *
     * The log begins when it is first asked for. A process that runs without it forgets it: there would be a gap.
     */
    private static final int STEPS = 64;
    private static final long STEP_MILLIS_MIN = 1_000;

    /** By how much the version of what is made now may be behind the clock of an engine. */
    private static final long MADE_MILLIS = 5_000;

    private final EngineStore engine;
    private final EventSettings settings;
    private final Map<Integer, CollectionEvents> logs = new ConcurrentHashMap<>();
    private final Set<EventFollower> followers = ConcurrentHashMap.newKeySet();
    private final Set<DocumentsWanted> asking = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile EventPosition since = EventPosition.START;
    private volatile Runnable onFollow = () -> {};
    private volatile boolean closed;

    public EventLog(EngineStore engine, EventSettings settings) {
        this.engine = engine;
        this.settings = settings;
    }

    /** Returns true if there is a log. Without one nothing is ever read from it. */
    public boolean isKept() {
        return !settings.isOff();
    }

    /** Returns true if the events of this collection keep its documents. */
    boolean keepsDocuments(CollectionName name) {
        return isKept() && (settings.documents().test(name) || isAskedFor(name));
    }

    private boolean isAskedFor(CollectionName name) {
        return !asking.isEmpty() && asking.stream().anyMatch(each -> each.scope.covers(name));
    }

    /**
     * Makes events of these collections keep the document until the result is closed; no effect where documents may
     * not be requested.
     */
    public DocumentsWanted wantDocuments(EventScope scope) {
        DocumentsWanted wanted = new DocumentsWanted(scope);
        if (settings.askable()) {
            asking.add(wanted);
        }
        return wanted;
    }

    /** A request for events with their documents. */
    public final class DocumentsWanted implements AutoCloseable {
        private final EventScope scope;

        private DocumentsWanted(EventScope scope) {
            this.scope = scope;
        }

        @Override
        public void close() {
            asking.remove(this);
        }
    }

    /** Returns the progress of a reader behind everything acknowledged so far. */
    public EventProgress now(EventScope scope) {
        if (!engine.isShared()) {
            return EventProgress.at(EventPosition.behind(settled(List.of())));
        }
        // The clocks of others may be behind. Collections that they make from now on are read from their beginning.
        EventPosition since = EventPosition.behind(engine.versions().firstOf(-MADE_MILLIS));
        EventPosition position =
                EventPosition.behind(engine.versions().settledElsewhere(EngineStore.CLOCK_BOUND_MILLIS));
        Map<Integer, EventPosition> shards = new HashMap<>();
        try {
            for (CollectionEvents log : concerned(scope)) {
                log.rereadSettled();
                EventPosition last = EventPosition.behind(log.last());
                shards.put(log.partition().id(), last);
                position = EventProgress.latest(position, last);
            }
            return new EventProgress(position, since, shards);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** The first progress from which on nothing is missing. */
    public EventProgress oldest(EventScope scope) {
        return EventProgress.at(oldestPosition(scope));
    }

    private EventPosition oldestPosition(EventScope scope) {
        EventPosition oldest = since;
        for (CollectionEvents log : logs.values()) {
            if (log.trimmed().compareTo(oldest) > 0 && scope.covers(log.name())) {
                oldest = log.trimmed();
            }
        }
        return oldest;
    }

    /** Returns true if nothing is missing that a reader has not read who has come so far. */
    public boolean reaches(EventScope scope, EventProgress progress) {
        if (progress.position().equals(EventPosition.START)) {
            return true;
        }
        if (!engine.isShared()) {
            return progress.position().compareTo(oldestPosition(scope)) >= 0;
        }
        for (CollectionEvents log : concerned(scope)) {
            if (progress.lacks(log.partition().id(), log.trimmed())) {
                return false;
            }
        }
        return progress.position().compareTo(since) >= 0;
    }

    /** The events of all collections that a reader has not read. */
    public EventPage read(EventProgress after, int limit) {
        return read(EventScope.ALL, after, limit);
    }

    /**
     * Reads on from where a reader has come to.
     *
     * @param limit how many events there are to be at most
     * @throws EngineException with {@link EngineError.HistoryLost} when something that it has not read is not kept any more
     */
    public EventPage read(EventScope scope, EventProgress after, int limit) {
        try {
            List<CollectionEvents> all = concerned(scope);
            if (engine.isShared()) {
                all.forEach(CollectionEvents::rereadSettled);
            }
            long settled = settled(all);
            List<CollectionEvents> grown = new ArrayList<>();
            for (CollectionEvents log : all) {
                EventPosition read =
                        engine.isShared() ? after.lastOf(log.partition().id()) : after.position();
                if (log.last() >= read.version()) {
                    grown.add(log);
                }
            }
            try (EventMerge merge = new EventMerge(grown, scope, after, engine.isShared())) {
                // Asked behind the opening: what the cursors see was not deleted before.
                requireKept(scope, after);
                return merge.read(settled, limit);
            }
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    private List<CollectionEvents> concerned(EventScope scope) {
        List<CollectionEvents> concerned = new ArrayList<>();
        for (CollectionEvents log : logs.values()) {
            if (scope.covers(log.name())) {
                concerned.add(log);
            }
        }
        return concerned;
    }

    private void requireKept(EventScope scope, EventProgress after) {
        if (!reaches(scope, after)) {
            throw new EngineException(new EngineError.HistoryLost());
        }
    }

    /** Reads on as the log grows; must be closed. */
    public EventFollower follow(EventScope scope, EventProgress after) {
        requireKept(scope, after);
        EventFollower follower = new EventFollower(this, scope, after);
        followers.add(follower);
        onFollow.run();
        return follower;
    }

    /** Returns true if anybody waits for events of a collection. */
    public boolean isFollowed(CollectionName name) {
        return !followers.isEmpty()
                && followers.stream().anyMatch(each -> each.scope().covers(name));
    }

    /** Sets what is run each time somebody begins to wait for events. */
    public void onFollow(Runnable action) {
        onFollow = action;
    }

    /** Returns when the first event was announced that a reader has not read, in milliseconds since the epoch; 0 if none. */
    public long waitingSince(EventScope scope, EventProgress after) {
        EventPage page = read(scope, after, 1);
        return page.events().isEmpty() ? 0 : page.events().getFirst().announcedAt();
    }

    public EventTotals totals() {
        long events = 0;
        long size = 0;
        long oldest = Long.MAX_VALUE;
        for (CollectionEvents log : logs.values()) {
            EventBlock.Header begin = log.begin();
            events += log.events();
            size += log.bytes();
            oldest = begin == null ? oldest : Math.min(oldest, begin.writtenAt());
        }
        return new EventTotals(events, size, dropped.get(), oldest == Long.MAX_VALUE ? 0 : oldest);
    }

    long lastVersion() {
        return engine.versions().last();
    }

    long guardedMillis() {
        return engine.clock().guardedMillis();
    }

    /** How long a follower may wait before it looks again. */
    long followNanos(long rest) {
        return engine.followNanos(rest);
    }

    /**
     * The version up to which events are read: every one is in the store that ever will be, or comes late.
     *
     * @param read the logs that are read
     */
    private long settled(List<CollectionEvents> read) {
        if (engine.isShared()) {
            long behind = engine.versions().settledElsewhere(-engine.orderedUntilMillis());
            // The versions of one shard increase, whichever engine writes it.
            return read.size() == 1 ? Math.max(behind, read.getFirst().last()) : behind;
        }
        long settled = lastVersion();
        for (CollectionEvents log : logs.values()) {
            settled = Math.min(settled, log.settled());
        }
        return settled;
    }

    /** The log of a shard, or null where none is kept. */
    @Nullable
    public CollectionEvents adopt(Partition partition, Supplier<CollectionRecord> record) {
        if (!isKept()) {
            return null;
        }
        CollectionEvents log = new CollectionEvents(this, engine.store(), partition, record);
        grown(log.bytes());
        logs.put(partition.id(), log);
        return log;
    }

    /** Forgets the log of a shard that is gone. */
    public void forget(Partition shard) {
        CollectionEvents gone = logs.remove(shard.id());
        if (gone != null) {
            grown(-gone.bytes());
        }
    }

    /** Call once all collections are known. */
    public void restore(List<CollectionRecord> records) {
        byte[] kept = engine.store().get(Partition.CATALOG, Space.META, Layout.EVENTS_SINCE_KEY);
        if (kept != null && isKept()) {
            since = EventPosition.behind(new ByteReader(kept).take8());
        } else if (isKept()) {
            long version = lastVersion();
            byte[] value = new ByteWriter(8).put8(version).toBytes();
            commit(Partition.CATALOG, CommitRetry.batch().put(Space.META, Layout.EVENTS_SINCE_KEY, value));
            since = EventPosition.behind(version);
        } else if (kept != null) {
            discard(records);
        }
    }

    private void discard(List<CollectionRecord> records) {
        KeyRange all = KeyRange.prefix(new byte[] {Layout.EVENTS});
        for (CollectionRecord record : records) {
            for (Partition shard : record.partitions()) {
                WriteBatch gone = CommitRetry.batch().deleteRange(Space.EXPIRY, all);
                commit(shard, gone.delete(Space.META, Layout.EVENTS_TRIMMED_KEY));
            }
        }
        commit(Partition.CATALOG, CommitRetry.batch().delete(Space.META, Layout.EVENTS_SINCE_KEY));
    }

    private void commit(Partition partition, WriteBatch batch) {
        CommitRetry.commit(engine.store(), partition, batch, Durability.LOGGED);
    }

    void grown(long by) {
        bytes.addAndGet(by);
    }

    /** Deletes what is too old, and what is too much. By one thread at a time. */
    public void trim() {
        for (CollectionEvents log : logs.values()) {
            long retain = log.retain(settings.retain().toMillis());
            trim(log, retain, Math.max(STEP_MILLIS_MIN, retain / STEPS));
        }
        trimFull();
    }

    /** Deletes what is too old of one shard, to the instant. By one thread at a time. */
    public void trim(Partition shard) {
        CollectionEvents log = logs.get(shard.id());
        if (log != null) {
            trim(log, log.retain(settings.retain().toMillis()), 0);
        }
    }

    private void trim(CollectionEvents log, long retain, long step) {
        long now = guardedMillis();
        EventBlock.Header begin = log.begin();
        if (begin != null && begin.writtenAt() + retain + step <= now) {
            log.trim(block -> block.writtenAt() + retain > now);
        }
    }

    /** Deletes all events of one shard, however young they are. By one thread at a time. */
    public void purge(Partition shard) {
        CollectionEvents log = logs.get(shard.id());
        if (log != null) {
            log.trim(_ -> false);
        }
    }

    /** Deletes the oldest events of the collections that have most, until all fit well. By one thread at a time. */
    public void trimFull() {
        while (bytes.get() > settings.bytesMax()) {
            CollectionEvents largest = null;
            for (CollectionEvents log : logs.values()) {
                largest = largest == null || log.bytes() > largest.bytes() ? log : largest;
            }
            EventBlock.Header begin = largest == null ? null : largest.begin();
            if (largest == null || begin == null) {
                return;
            }
            long surplus = bytes.get() - settings.bytesMax() / 8 * 7;
            long gone = largest.trim(block -> block.bytesBefore() - begin.bytesBefore() >= surplus);
            dropped.addAndGet(gone);
            if (gone == 0) {
                return;
            }
        }
    }

    void wake(CollectionEvents log) {
        if (followers.isEmpty()) {
            return;
        }
        for (EventFollower follower : followers) {
            if (follower.scope().covers(log.name())) {
                follower.wake();
            }
        }
    }

    void leave(EventFollower follower) {
        followers.remove(follower);
    }

    /** Returns true if nothing more will come, since the engine was closed. */
    public boolean isClosed() {
        return closed;
    }

    public void close() {
        closed = true;
        followers.forEach(EventFollower::wake);
    }
}
