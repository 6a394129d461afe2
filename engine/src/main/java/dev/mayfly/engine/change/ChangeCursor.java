package dev.mayfly.engine.change;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A position in the history, from which it is read on as it grows. Used by one thread at a time; must be closed. */
public final class ChangeCursor implements AutoCloseable {
    /** The number of entries of one feed read before the cursors are reopened, so that none stays open for long. */
    private static final int PAGE_ENTRIES = 1000;

    private final Store store;
    private final History history;
    private final ChangeScope scope;
    private final List<Source> sources = new ArrayList<>();
    private final long since;
    private final Map<Integer, Long> shards;
    private ChangePosition from;
    private ChangePosition pageEnd;

    /** One feed that is being read, standing on its next entry. */
    private static final class Source {
        private final Partition partition;
        private final Cursor cursor;
        private byte[] key;
        private int read = 1;

        Source(Partition partition, Cursor cursor) {
            this.partition = partition;
            this.cursor = cursor;
            this.key = cursor.key();
        }

        boolean advance() {
            if (!cursor.next()) {
                return false;
            }
            read++;
            key = cursor.key();
            return true;
        }
    }

    ChangeCursor(Store store, History history, ChangeScope scope, ChangeProgress from) {
        this.store = store;
        this.history = history;
        this.scope = scope;
        this.since = from.since();
        this.shards = new HashMap<>(from.shards());
        this.from = from.position();
        this.pageEnd = this.from;
        requireKept();
    }

    private void requireKept() {
        if (Long.compareUnsigned(from.time(), history.earliest(scope.face())) < 0) {
            throw new EngineException(new EngineError.HistoryLost());
        }
    }

    /** Everything before it was read, or does not concern the reader. */
    public ChangePosition position() {
        return from;
    }

    /** How far it has come, for another cursor to go on. */
    public ChangeProgress progress() {
        return history.isShared() ? ChangeProgress.of(from, since, shards) : ChangeProgress.at(from);
    }

    private ChangeProgress known() {
        return history.isShared() ? new ChangeProgress(from, since, shards) : ChangeProgress.at(from);
    }

    /** The next change, or null when there is none at present. */
    public @Nullable ChangeEntry next() {
        try {
            while (true) {
                if (sources.isEmpty() && !openPage()) {
                    return null;
                }
                ChangeEntry entry = take();
                if (scope.covers(entry)) {
                    return entry;
                }
            }
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** Waits for more; answers how many of the nanoseconds are left then, or 0 if there is none after so long. */
    public long await(long nanos) {
        return history.await(scope, known(), nanos);
    }

    /** Lets go of the store until the next call. */
    public void suspend() {
        sources.forEach(source -> source.cursor.close());
        sources.clear();
    }

    @Override
    public void close() {
        suspend();
    }

    /** Returns false if everything that is there has been read. */
    private boolean openPage() {
        if (history.isClosed()) {
            // A waiting reader was woken, and finds nothing more.
            return false;
        }
        long given = history.now();
        ChangeProgress progress = known();
        List<ChangeLog> feeds = history.concerning(scope, progress.since());
        long settled = history.settled(given, feeds);
        if (!history.isShared() && Long.compareUnsigned(settled, from.time()) < 0) {
            return false;
        }
        pageEnd = ChangePosition.at(settled + 1);
        for (ChangeLog feed : feeds) {
            ChangePosition start = history.isShared() ? ChangePosition.at(history.startOf(feed, progress)) : from;
            if (Long.compareUnsigned(feed.last(), start.time()) >= 0 && start.compareTo(pageEnd) < 0) {
                open(feed, new KeyRange(ChangeCodec.keyOf(start), ChangeCodec.keyOf(pageEnd)));
            }
        }
        // Asked behind the opening: what the cursors see was not deleted before.
        requireKeptOrClose();
        if (sources.isEmpty()) {
            passed(pageEnd);
            return false;
        }
        return true;
    }

    private void open(ChangeLog feed, KeyRange range) {
        Cursor cursor = store.scan(feed.partition(), Space.CHANGE, range, Direction.FORWARD, PAGE_ENTRIES);
        if (cursor.next()) {
            sources.add(new Source(feed.partition(), cursor));
        } else {
            cursor.close();
        }
    }

    /** Takes the earliest entry of all feeds. */
    private ChangeEntry take() {
        Source first = sources.getFirst();
        for (Source source : sources) {
            if (Arrays.compareUnsigned(source.key, first.key) < 0) {
                first = source;
            }
        }
        ChangeEntry entry = ChangeCodec.decode(first.key, first.cursor.value());
        if (entry == null) {
            throw new EngineException(new EngineError.StoreCorrupt());
        }
        passed(entry.position().next());
        if (history.isShared()) {
            shards.put(first.partition.id(), entry.position().time());
        }
        if (!first.advance()) {
            end(first);
        }
        return entry;
    }

    private void end(Source source) {
        if (source.read >= PAGE_ENTRIES) {
            // The feed may have more entries behind its page, so the others may not run ahead.
            suspend();
            return;
        }
        source.cursor.close();
        sources.remove(source);
        if (sources.isEmpty()) {
            passed(pageEnd);
        }
    }

    /** Entries that come late do not lead back. */
    private void passed(ChangePosition position) {
        from = position.compareTo(from) > 0 ? position : from;
    }

    private void requireKeptOrClose() {
        try {
            requireKept();
        } catch (EngineException lost) {
            suspend();
            throw lost;
        }
    }
}
