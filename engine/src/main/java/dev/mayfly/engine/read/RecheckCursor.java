package dev.mayfly.engine.read;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the entries of a queue with those of documents that stand in the recheck queue. Used by one thread. */
final class RecheckCursor extends QueueCursor {
    /*
     * The recheck queue is not in the order of deadlines, so it is sorted in memory, chunk by chunk: the first chunk is
     * small, for readers of one page, and each one after it needs another walk over the recheck queue. The first is read
     * before the queue of deadlines is opened: a document that the sweeper moves in between is then met in both, as
     * one key, and in no case in neither.
     */
    private static final int FIRST_CHUNK = 256;
    private static final int CHUNK_MAX = 1 << 16;
    private static final int GROWTH = 8;

    private final RecheckedEntries rechecked;
    private int chunkSize = FIRST_CHUNK;
    private List<RecheckedEntries.Entry> chunk;
    private int next;
    private int left;
    private boolean exactStands;
    private boolean exactEnded;

    /** @param limit the number of entries after which it ends */
    RecheckCursor(RecheckedEntries rechecked, Reader reader, Partition partition, KeyRange range, int limit) {
        // Read before the queue of deadlines is opened.
        this(rechecked, rechecked.first(range.from(), FIRST_CHUNK), reader, partition, range, limit);
    }

    private RecheckCursor(
            RecheckedEntries rechecked,
            List<RecheckedEntries.Entry> chunk,
            Reader reader,
            Partition partition,
            KeyRange range,
            int limit) {
        super(reader.scan(partition, Space.EXPIRY, range, Direction.FORWARD, limit));
        this.rechecked = rechecked;
        this.chunk = chunk;
        this.left = limit;
    }

    @Override
    public boolean next() {
        if (left == 0) {
            return false;
        }
        left--;
        if (given == null) {
            exactStands = false;
        }
        if (!exactStands && !exactEnded) {
            exactStands = exact.next();
            exactEnded = !exactStands;
        }
        RecheckedEntries.Entry made = made();
        if (made == null || (exactStands && compare(exact, made) <= 0)) {
            if (made != null && compare(exact, made) == 0) {
                next++;
            }
            given = null;
            return exactStands;
        }
        next++;
        given = made;
        return true;
    }

    /** Returns the first entry of the recheck queue that was not given yet, or null if there is none. */
    private RecheckedEntries.@Nullable Entry made() {
        if (next == chunk.size() && chunk.size() == chunkSize) {
            byte[] last = chunk.getLast().key();
            chunkSize = Math.min(chunkSize * GROWTH, CHUNK_MAX);
            chunk = rechecked.first(Arrays.copyOf(last, last.length + 1), chunkSize);
            next = 0;
        }
        return next < chunk.size() ? chunk.get(next) : null;
    }

    private static int compare(Cursor exact, RecheckedEntries.Entry made) {
        return Arrays.compareUnsigned(exact.keyBuffer(), 0, exact.keyLength(), made.key(), 0, made.key().length);
    }
}
