package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The history of the collections whose faces ask for one, in one order. Safe for concurrent use. */
public final class History {
    /*
     * Every collection writes its own entries, in the batches that change it, so that the history holds exactly what
     * happened. Entries about collections as a whole are in the catalog's partition. A reader merges the feeds by
     * time, up to the time before which nothing is in flight.
     *
     * Times are taken from one counter that never falls behind the wall's second, nor back.
     */
    /** By how much the time of what is made now may be behind the clock of a server. */
    private static final long MADE_MILLIS = 5_000;

    private final EngineStore engine;
    private final HistorySettings settings;
    private final AtomicLong lastTime = new AtomicLong();
    private final Map<Integer, ChangeLog> feeds = new ConcurrentHashMap<>();
    private final ChangeLog catalog = new ChangeLog(this, Partition.CATALOG, () -> new CollectionName("", "", ""));
    private final ReentrantLock catalogLock = new ReentrantLock();
    private final Set<ChangeTail> followers = ConcurrentHashMap.newKeySet();
    private final HistoryRetention retention;
    private volatile boolean closed;

    public History(EngineStore engine, HistorySettings settings) {
        this.engine = engine;
        this.settings = settings;
        this.retention = new HistoryRetention(engine, settings, this);
    }

    /** Returns true if the changes of this face's collections are kept. */
    public boolean isKept(String face) {
        return settings.chroniclers().containsKey(face)
                && !settings.byCollection().containsKey(face);
    }

    /** A time at which everything that was acknowledged before has happened, and nothing that begins later. */
    public long now() {
        long wall = ChangePosition.timeOf(engine.clock().wallMillis());
        return lastTime.accumulateAndGet(wall, History::later);
    }

    /** Returns the progress of a reader that has read everything that was acknowledged before, and nothing that begins later. */
    public ChangeProgress present(ChangeScope scope) {
        ChangePosition next = ChangePosition.at(now() + 1);
        if (!engine.isShared()) {
            return ChangeProgress.at(next);
        }
        // The clocks of others may be behind. Collections that they make from now on are read from their beginning.
        long since = ChangePosition.timeOf(engine.clock().wallMillis() - MADE_MILLIS);
        Map<Integer, Long> shards = new HashMap<>();
        for (ChangeLog feed : concerning(scope, since)) {
            feed.rereadSettled();
            shards.put(feed.partition().id(), feed.last());
        }
        return new ChangeProgress(next, since, shards);
    }

    /** The first time from which on nothing of this face's history is missing. */
    public long earliest(String face) {
        return retention.earliest(face);
    }

    /**
     * Reads on from a position.
     *
     * @param from the first that may be read
     * @throws EngineException with {@link EngineError.HistoryLost} when something behind the position is not kept any more
     */
    public ChangeCursor follow(ChangeScope scope, ChangePosition from) {
        return follow(scope, ChangeProgress.at(from));
    }

    /** Reads on from where a reader has come to, perhaps one of another engine. */
    public ChangeCursor follow(ChangeScope scope, ChangeProgress from) {
        return new ChangeCursor(engine.store(), this, scope, from);
    }

    boolean isShared() {
        return engine.isShared();
    }

    /** Several engines may give out one time, for different partitions. */
    int sequenceOf(Partition partition) {
        return engine.isShared() ? partition.id() : 0;
    }

    void settle(Partition partition) {
        engine.store().settle(partition);
    }

    /** Adds what a face wants to be remembered of a collection, or of a database, beside its changes. */
    public void tell(CollectionRecord record, Change change) {
        commit(CommitRetry.batch(), entry(record, change), Durability.LOGGED);
    }

    static long later(long one, long other) {
        return Long.compareUnsigned(one, other) >= 0 ? one : other;
    }

    long lastTime() {
        return lastTime.get();
    }

    /** Returns the first of {@code count} consecutive times, reserved for this caller. */
    long take(int count, long now) {
        long floor = ChangePosition.timeOf(now);
        while (true) {
            long previous = lastTime.get();
            long first = later(previous, floor) + 1;
            if (lastTime.compareAndSet(previous, first + count - 1)) {
                return first;
            }
        }
    }

    /** Returns the capture of the history of a shard; null if none is kept. */
    @Nullable
    public ChangeCapture changeCapture(CollectionRecord record, Partition shard, Supplier<CollectionName> name) {
        String face = record.name().face();
        ChangeEncoder byCollection = settings.byCollection().get(face);
        ChangeEncoder chronicler = byCollection == null ? settings.chroniclers().get(face) : byCollection;
        if (chronicler == null) {
            return null;
        }
        ChangeLog feed = adopt(new ChangeLog(this, shard, name, byCollection != null));
        return new ChangeCapture(chronicler, feed);
    }

    /** Returns true if the history of this collection is kept as that of one that is gone. */
    public boolean knows(DroppedCollection dropped) {
        for (Partition shard : dropped.partitions()) {
            ChangeLog feed = feeds.get(shard.id());
            if (feed != null && feed.dropped() != null) {
                return true;
            }
        }
        return false;
    }

    /** Keeps what a collection wrote that is gone now, for as long as all else; answers false if that is nothing. */
    public boolean adoptDropped(DroppedCollection dropped) {
        passed(dropped.time());
        boolean isAnyKept = false;
        for (Partition shard : dropped.partitions()) {
            isAnyKept |= adoptDropped(dropped, shard);
        }
        return isAnyKept;
    }

    private boolean adoptDropped(DroppedCollection dropped, Partition shard) {
        ChangeLog feed = feeds.get(shard.id());
        if (feed == null && isKept(dropped.name().face())) {
            feed = adopt(new ChangeLog(this, shard, dropped::name));
        }
        if (feed != null && engine.isShared()) {
            feed.reread();
        }
        if (feed == null || feed.last() == 0 || !isKept(dropped.name().face())) {
            feeds.remove(shard.id());
            return false;
        }
        feed.dropped(dropped);
        return true;
    }

    /** From now on no time up to this one is given. */
    void passed(long time) {
        lastTime.accumulateAndGet(time, History::later);
    }

    private ChangeLog adopt(ChangeLog feed) {
        feed.restore(lastIn(feed.partition()));
        feeds.put(feed.partition().id(), feed);
        return feed;
    }

    long lastIn(Partition partition) {
        try (Cursor cursor = engine.store().scan(partition, Space.CHANGE, KeyRange.ALL, Direction.BACKWARD, 1)) {
            long last = cursor.next() ? ChangeCodec.positionOf(cursor.key()).time() : 0;
            passed(last);
            return last;
        }
    }

    /** Call once all collections are known. */
    public void restore(List<CollectionRecord> records) {
        catalog.restore(lastIn(Partition.CATALOG));
        retention.restore(records);
        HistoryRenames.restore(engine.store(), this);
    }

    @Nullable
    ChangeLog feed(int id) {
        return feeds.get(id);
    }

    Collection<ChangeLog> feeds() {
        return feeds.values();
    }

    ChangeLog catalog() {
        return catalog;
    }

    void forget(ChangeLog feed) {
        feeds.remove(feed.partition().id());
    }

    /** The entry about a collection as a whole, or null where no history is kept. */
    public byte @Nullable [] entry(CollectionRecord record, Change change) {
        ChangeEncoder chronicler = settings.chroniclers().get(record.name().face());
        byte[] note = chronicler == null ? null : chronicler.note(record, change, ChangeEncoder.Stamps.NONE);
        return note == null ? null : entry(record.name(), change, note);
    }

    private byte[] entry(CollectionName name, Change change, byte[] note) {
        return ChangeCodec.encode(name, engine.clock().wallMillis(), null, change, note);
    }

    /** A database is gone; its collections were dropped before. */
    public void databaseDropped(CollectionName name) {
        if (isKept(name.face())) {
            commit(CommitRetry.batch(), entry(name, new Change.DatabaseDropped(), new byte[0]), Durability.SYNCED);
        }
    }

    /**
     * Changes the catalog, with an entry that says so.
     *
     * @return the time of the entry, or 0
     */
    public long commit(WriteBatch batch, byte @Nullable [] entry, Durability durability) {
        return entry != null && engine.isShared()
                ? commitInTurn(batch, entry)
                : commit(batch, entry, made -> CommitRetry.commit(engine.store(), Partition.CATALOG, made, durability));
    }

    /** The entry gets its time as of the turn on which it is written, so that it follows those of other engines. */
    private long commitInTurn(WriteBatch batch, byte[] entry) {
        long[] time = {0};
        catalogLock.lock();
        try {
            CommitRetry.commitInTurn(
                    engine.store(),
                    Partition.CATALOG,
                    number -> number,
                    _ -> {
                        WriteBatch made = CommitRetry.batch();
                        made.writes().addAll(batch.writes());
                        catalog.reread();
                        time[0] =
                                catalog.add(made, List.of(entry), engine.clock().wallMillis());
                        return made;
                    },
                    List.of());
            return time[0];
        } finally {
            catalog.land(time[0]);
            catalogLock.unlock();
        }
    }

    /** @param writing commits the batch to the catalog */
    public long commit(WriteBatch batch, byte @Nullable [] entry, Consumer<WriteBatch> writing) {
        if (entry == null) {
            if (!batch.isEmpty()) {
                writing.accept(batch);
            }
            return 0;
        }
        catalogLock.lock();
        if (engine.isShared()) {
            catalog.reread();
        }
        long time = catalog.add(batch, List.of(entry), engine.clock().wallMillis());
        try {
            writing.accept(batch);
            return time;
        } finally {
            catalog.land(time);
            catalogLock.unlock();
        }
    }

    /** Deletes what is older than the retention, a step at a time. */
    public void trim() {
        retention.trim();
    }

    /** The same for a collection with a history of its own. */
    public void trim(CollectionRecord record) {
        retention.trim(record);
    }

    /** The feeds that may hold something for a reader that has come to this time. */
    List<ChangeLog> concerning(ChangeScope scope, long from) {
        List<ChangeLog> concerning = new ArrayList<>();
        concerning.add(catalog);
        for (ChangeLog feed : feeds.values()) {
            if (feed.concerns(scope, from)) {
                concerning.add(feed);
            }
        }
        return concerning;
    }

    /** Returns true if the reader need wait no longer: something lies between it and what is in flight. */
    private boolean hasNews(ChangeScope scope, ChangeProgress from) {
        long given = lastTime.get();
        List<ChangeLog> concerning = concerning(scope, from.since());
        long settled = settled(given, concerning);
        for (ChangeLog feed : concerning) {
            long last = feed.last();
            if (Long.compareUnsigned(last, startOf(feed, from)) >= 0 && Long.compareUnsigned(last, settled) <= 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the time up to which nothing is added to these feeds any more.
     *
     * @param given the last time that had been given out before the feeds were looked for
     */
    long settled(long given, List<ChangeLog> feeds) {
        if (engine.isShared()) {
            return settledOfShared(feeds);
        }
        long settled = given;
        for (ChangeLog feed : feeds) {
            settled = earlier(settled, feed.settled());
        }
        return settled;
    }

    /**
     * The times of one shard increase, whichever engine writes it, so one that is followed alone is settled up to its last
     * entry. Several are in the order of time only as far as the clocks of the engines go.
     */
    private long settledOfShared(List<ChangeLog> feeds) {
        feeds.forEach(ChangeLog::rereadSettled);
        long behind = ChangePosition.timeOf(engine.clock().wallMillis() + engine.orderedUntilMillis());
        boolean isOneShard = feeds.size() == 2 && feeds.getFirst() == catalog;
        return isOneShard ? later(behind, feeds.getLast().last()) : behind;
    }

    /** The first time of a feed that a reader has not read. */
    long startOf(ChangeLog feed, ChangeProgress progress) {
        return engine.isShared()
                ? progress.startOf(feed.partition().id())
                : progress.position().time();
    }

    static long earlier(long one, long other) {
        return Long.compareUnsigned(one, other) <= 0 ? one : other;
    }

    /** Waits until there may be something to read from this time on; answers what is left of the time, 0 if it is over. */
    long await(ChangeScope scope, ChangeProgress from, long nanos) {
        ChangeTail follower = new ChangeTail(scope);
        followers.add(follower);
        try {
            long rest = nanos;
            while (!hasNews(scope, from)) {
                if (rest <= 0 || closed) {
                    return 0;
                }
                long slice = engine.followNanos(rest);
                rest -= slice - follower.await(slice);
            }
            return Math.max(rest, 1);
        } finally {
            followers.remove(follower);
        }
    }

    void wake(ChangeLog feed) {
        if (followers.isEmpty()) {
            return;
        }
        for (ChangeTail follower : followers) {
            if (feed == catalog || feed.concerns(follower.scope(), -1)) {
                follower.wake();
            }
        }
    }

    boolean isClosed() {
        return closed;
    }

    public void close() {
        closed = true;
        followers.forEach(ChangeTail::wake);
    }
}
