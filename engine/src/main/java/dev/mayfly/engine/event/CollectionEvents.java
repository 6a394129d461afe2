package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EventEntries;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The events of one collection. Written under the collection's latch, trimmed by one thread, read by any. */
final class CollectionEvents implements CommitParticipant {
    /*
     * As in a feed of the history, before a writer takes a version it marks everything from the next one on as
     * possibly in flight, and clears the mark when its batch is in the store. All reads start at a second mark, behind
     * which the kept events begin: deleted entries in front of it would be slow to walk over.
     */
    private static final long NOTHING_IN_FLIGHT = Long.MAX_VALUE;

    private final EventLog log;
    private final Store store;
    private final Partition partition;
    private final Supplier<CollectionRecord> record;
    private volatile long inFlight = NOTHING_IN_FLIGHT;
    private volatile long last;
    private volatile long settledLast;
    private volatile EventPosition trimmed;
    private volatile @Nullable EventPosition passed;
    private EventBlock.Header end;
    private EventBlock.@Nullable Header begin;
    private EventBlock.@Nullable Header pendingBegin;
    private EventBlock.Header pendingEnd = EventBlock.Header.NONE;
    private long pendingBytes;
    private long pendingVersion;

    /** @param record that the collection has now */
    CollectionEvents(EventLog log, Store store, Partition partition, Supplier<CollectionRecord> record) {
        this.log = log;
        this.store = store;
        this.partition = partition;
        this.record = record;
        this.trimmed = storedTrim();
        this.end = EventBlock.Header.NONE;
        restore();
    }

    private EventPosition storedTrim() {
        return trimOf(store.get(partition, Space.META, Layout.EVENTS_TRIMMED_KEY));
    }

    private static EventPosition trimOf(byte @Nullable [] kept) {
        ByteReader reader = kept == null ? null : new ByteReader(kept);
        return reader == null ? EventPosition.START : new EventPosition(reader.take8(), reader.take4());
    }

    private synchronized void restore() {
        KeyRange kept = new KeyRange(EventBlock.keyOf(trimmed.version(), 0), prefixEnd());
        try (Cursor cursor = scan(kept, Direction.BACKWARD, 1)) {
            if (!cursor.next()) {
                return;
            }
            last = EventBlock.versionOf(cursor.key());
            end = behind(EventBlock.Header.of(cursor.valueBuffer()), size(cursor.valueLength()));
        }
        begin = begin == null ? headerFrom(trimmed.version()) : begin;
    }

    private static byte[] prefixEnd() {
        return new byte[] {Layout.EVENTS + 1};
    }

    private Cursor scan(KeyRange range, Direction direction, int limit) {
        return store.scan(partition, Space.EXPIRY, range, direction, limit);
    }

    private static long size(int valueBytes) {
        return (long) EventBlock.KEY_BYTES + valueBytes;
    }

    private static EventBlock.Header behind(EventBlock.Header block, long bytes) {
        return new EventBlock.Header(
                block.writtenAt(), block.bytesBefore() + bytes, block.eventsBefore() + block.events(), 0);
    }

    /** Returns the header of the first block of this version or a later one, or null if there is none. */
    private EventBlock.@Nullable Header headerFrom(long version) {
        try (Cursor cursor = blocks(version, 1)) {
            return cursor.next() ? EventBlock.Header.of(cursor.valueBuffer()) : null;
        }
    }

    /** The blocks of this version and later ones. */
    Cursor blocks(long version, int limit) {
        byte[] from = EventBlock.keyOf(Math.max(version, trimmed.version()), 0);
        return scan(new KeyRange(from, prefixEnd()), Direction.FORWARD, limit);
    }

    Cursor blocks(long version) {
        return blocks(version, Reader.UNLIMITED);
    }

    Partition partition() {
        return partition;
    }

    CollectionName name() {
        return record.get().name();
    }

    /** Returns how long these events stay, in milliseconds: no longer than tombstones if the collection has them. */
    long retain(long all) {
        ChangeKeeping changes = record.get().changes();
        return changes.keepsTombstones() ? Math.min(all, changes.tombstoneMillis()) : all;
    }

    /** From here on something may be in flight, until the commit ends. */
    @Override
    public void begin(CommitGroup group) {
        if (hasEvents(group)) {
            catchUp();
            inFlight = log.lastVersion() + 1;
        }
    }

    private static boolean hasEvents(CommitGroup group) {
        List<PendingCommit> drafts = group.drafts();
        for (int index = 0; index < drafts.size(); index++) {
            if (drafts.get(index).events() != null) {
                return true;
            }
        }
        return false;
    }

    /** Adds a block of events for each draft that has any. */
    @Override
    public void prepare(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            EventEntries events = draft.events();
            if (events != null) {
                prepare(group, draft.version(), events);
            }
        }
    }

    private void prepare(CommitGroup group, long version, EventEntries events) {
        EventBlock.Header before = pendingBegin == null ? end() : pendingEnd;
        long writtenAt = Math.max(before.writtenAt(), log.guardedMillis());
        byte[] value = EventBlock.encode(events, record.get(), writtenAt, before);
        group.batch().put(Space.EXPIRY, EventBlock.keyOf(version, group.firstEvent()), value);
        EventBlock.Header header =
                new EventBlock.Header(writtenAt, before.bytesBefore(), before.eventsBefore(), events.count());
        pendingBegin = pendingBegin == null ? header : pendingBegin;
        pendingEnd = behind(header, size(value.length));
        pendingBytes += size(value.length);
        pendingVersion = version;
    }

    @Override
    public synchronized void applied(CommitGroup group) {
        EventBlock.Header first = pendingBegin;
        if (first == null) {
            return;
        }
        begin = begin == null ? first : begin;
        end = pendingEnd;
        last = pendingVersion;
        log.grown(pendingBytes);
    }

    @Override
    public void end(CommitGroup group) {
        if (hasEvents(group)) {
            pendingBegin = null;
            pendingBytes = 0;
            inFlight = NOTHING_IN_FLIGHT;
            log.wake(this);
        }
    }

    /** Most batches have no events, so the end of the log is looked for when one has. */
    @Override
    public void reread(StateRows rows) {
        passed = trimOf(rows.eventsTrimmed());
    }

    private void catchUp() {
        EventPosition stored = passed;
        if (stored != null) {
            passed = null;
            takeOver(stored);
        }
    }

    private void takeOver(EventPosition stored) {
        long before = bytes();
        if (!stored.equals(trimmed)) {
            trimmed = stored;
            begun(null);
        }
        restore();
        log.grown(bytes() - before);
    }

    /** Takes over the same; behind the last event that it finds, all that come before are found, too. */
    void rereadSettled() {
        takeOver(storedTrim());
        long found = last;
        if (found != settledLast) {
            store.settle(partition);
            settledLast = found;
        }
    }

    private synchronized EventBlock.Header end() {
        return end;
    }

    /** The version of the last block, or 0. */
    long last() {
        return last;
    }

    /** The last version before anything that is in flight. */
    long settled() {
        return inFlight - 1;
    }

    /** The position up to which events were deleted. */
    EventPosition trimmed() {
        return trimmed;
    }

    /** The header of the first block that is kept, or null if there is none. */
    synchronized EventBlock.@Nullable Header begin() {
        return begin;
    }

    synchronized long bytes() {
        return begin == null ? 0 : end.bytesBefore() - begin.bytesBefore();
    }

    synchronized long events() {
        return begin == null ? 0 : end.eventsBefore() - begin.eventsBefore();
    }

    /**
     * Deletes all blocks up to the first that is to be kept, which all later ones then are, too.
     *
     * @return how many events that were
     */
    long trim(Predicate<EventBlock.Header> keeps) {
        catchUp();
        long events = events();
        long bytes = bytes();
        EventPosition until = lastBefore(firstKept(keeps));
        if (until == null) {
            return 0;
        }
        // Published before the deletion: a reader that checks after it has opened a cursor has missed nothing.
        trimmed = until;
        byte[] mark =
                new ByteWriter(12).put8(until.version()).put4(until.number()).toBytes();
        byte[] gone = EventBlock.keyOf(until.version() + 1, 0);
        WriteBatch batch = CommitRetry.batch()
                .put(Space.META, Layout.EVENTS_TRIMMED_KEY, mark)
                .deleteRange(Space.EXPIRY, new KeyRange(EventBlock.keyOf(0, 0), gone));
        CommitRetry.commit(store, partition, batch, Durability.LOGGED);
        begun(headerFrom(until.version() + 1));
        log.grown(-(bytes - bytes()));
        return events - events();
    }

    private synchronized void begun(EventBlock.@Nullable Header first) {
        begin = first;
    }

    /** The least version from which on all is kept, found by halving. */
    private long firstKept(Predicate<EventBlock.Header> keeps) {
        long low = trimmed.version();
        long high = last + 1;
        while (low < high) {
            long middle = low + ((high - low) >>> 1);
            try (Cursor cursor = blocks(middle, 1)) {
                if (!cursor.next() || keeps.test(EventBlock.Header.of(cursor.valueBuffer()))) {
                    high = middle;
                } else {
                    low = EventBlock.versionOf(cursor.key()) + 1;
                }
            }
        }
        return low;
    }

    /** Behind the last block before this version, or null if there is none. */
    private @Nullable EventPosition lastBefore(long version) {
        KeyRange range = new KeyRange(EventBlock.keyOf(trimmed.version(), 0), EventBlock.keyOf(version, 0));
        try (Cursor cursor = scan(range, Direction.BACKWARD, 1)) {
            return cursor.next() ? EventPosition.behind(EventBlock.versionOf(cursor.key())) : null;
        }
    }
}
