package dev.mayfly.engine.sweep;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The part of a queue that a pass goes through, from its position up to a frontier. Used by one thread at a time. */
final class QueueStretch {
    private final CollectionCommitter committer;
    private final byte[] frontier;
    private byte[] position;

    QueueStretch(CollectionCommitter committer, byte[] position, byte[] frontier) {
        this.committer = committer;
        this.position = position;
        this.frontier = frontier;
    }

    /** A stretch with nothing in it. */
    static QueueStretch none(CollectionCommitter committer) {
        return new QueueStretch(committer, new byte[0], new byte[0]);
    }

    boolean isEmpty() {
        return Arrays.compareUnsigned(position, frontier) >= 0;
    }

    /** The key behind all that is in it. */
    byte[] frontier() {
        return frontier;
    }

    /** Returns the keys of the next entries, and stays where it is. */
    List<byte[]> next(int limit) {
        List<byte[]> entries = new ArrayList<>(limit);
        KeyRange range = new KeyRange(position, frontier);
        try (Cursor cursor =
                committer.store().scan(committer.partition(), Space.EXPIRY, range, Direction.FORWARD, limit)) {
            while (cursor.next()) {
                entries.add(cursor.key());
            }
        }
        return entries;
    }

    /** Goes on behind this entry. */
    void passed(byte[] last) {
        position = behind(last);
    }

    /** The first key behind that of an entry. */
    static byte[] behind(byte[] entry) {
        return Arrays.copyOf(entry, entry.length + 1);
    }

    /** The instant of the queue's first entry from a key on; {@link Deadlines#NO_DEADLINE} if there is none. */
    static long firstInstant(CollectionCommitter committer, int queue, byte[] from) {
        KeyRange rest = new KeyRange(from, KeyRange.after(Layout.queuePrefix(queue)));
        try (Cursor cursor = committer.store().scan(committer.partition(), Space.EXPIRY, rest, Direction.FORWARD, 1)) {
            return cursor.next() ? Layout.queueInstant(cursor.key()) : Deadlines.NO_DEADLINE;
        }
    }
}
