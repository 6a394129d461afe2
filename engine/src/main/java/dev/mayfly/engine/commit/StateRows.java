package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a shard's meta space that every engine over it goes by. In a store that others write, too, they are taken over
 * anew whenever one of them was faster, before the next batch. Not changed once made.
 */
public final class StateRows {
    /*
     * Every batch of a shard leaves these rows beside its turn (WriteBatch.leave), so that whoever reads the turn, or is told it by
     * a refusal, has them without another read. They are rows all the same: a batch that leaves nothing, such as one that depends
     * on no turn, has the next engine read them.
     *
     * format 1 | number of rows | for each the length of its key, key, length of its value, value | last time in the history 8
     * | latest instant in the order of last writes 8
     *
     * The numbers and lengths are varints. The last two spare a look at the end of what they are about. They are of no row, and
     * unknown until a batch moves them.
     */
    private static final int FORMAT = 1;

    /** From the first mark until behind the totals, which follow the marks. */
    private static final KeyRange MARKS_AND_TOTALS =
            new KeyRange(new byte[] {Layout.MARK}, Arrays.copyOf(Layout.TOTALS_KEY, Layout.TOTALS_KEY.length + 1));

    private static final List<byte[]> SINGLE =
            List.of(Layout.RECHECKED_KEY, Layout.LAST_VERSION_KEY, Layout.EVENTS_TRIMMED_KEY);

    private static final long NO_CHANGE = 0;
    private static final long NOT_MODIFIED = Long.MIN_VALUE;

    private final NavigableMap<byte[], byte[]> rows;
    private final long lastChange;
    private final long latestModified;

    private StateRows(NavigableMap<byte[], byte[]> rows, long lastChange, long latestModified) {
        this.rows = rows;
        this.lastChange = lastChange;
        this.latestModified = latestModified;
    }

    private static NavigableMap<byte[], byte[]> noRows() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }

    /** A row, its key without the shard and the space. */
    public record Row(byte[] key, byte[] value) {}

    /** Reads them. */
    public static StateRows read(Reader store, Partition partition) {
        NavigableMap<byte[], byte[]> rows = noRows();
        try (Cursor cursor = store.scan(partition, Space.META, MARKS_AND_TOTALS, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                rows.put(cursor.key(), cursor.value());
            }
        }
        List<byte @Nullable []> single = store.multiGet(partition, Space.META, SINGLE);
        for (int index = 0; index < SINGLE.size(); index++) {
            byte[] value = single.get(index);
            if (value != null) {
                rows.put(SINGLE.get(index), value);
            }
        }
        return new StateRows(rows, NO_CHANGE, NOT_MODIFIED);
    }

    /** Returns those that a batch has left, or null if they are missing, or in a format that is not known here. */
    static @Nullable StateRows left(byte @Nullable [] beside) {
        if (beside == null || beside.length == 0 || beside[0] != FORMAT) {
            return null;
        }
        ByteReader reader = new ByteReader(beside, 1);
        NavigableMap<byte[], byte[]> rows = noRows();
        int count = reader.takeVarint();
        for (int index = 0; index < count; index++) {
            byte[] key = reader.take(reader.takeVarint());
            rows.put(key, reader.take(reader.takeVarint()));
        }
        return new StateRows(rows, reader.take8(), reader.take8());
    }

    /** Returns what a batch leaves of them. */
    byte[] toBytes() {
        ByteWriter writer = new ByteWriter(256).put1(FORMAT).putVarint(rows.size());
        rows.forEach((key, value) ->
                writer.putVarint(key.length).put(key).putVarint(value.length).put(value));
        return writer.put8(lastChange).put8(latestModified).toBytes();
    }

    /** Returns those that there are behind a batch. */
    StateRows behind(WriteBatch batch) {
        NavigableMap<byte[], byte[]> next = noRows();
        next.putAll(rows);
        long change = lastChange;
        long modified = latestModified;
        for (WriteBatch.Write write : batch.writes()) {
            switch (write.space()) {
                case META -> follow(next, write);
                case CHANGE -> change = write instanceof WriteBatch.Put put ? later(change, put.key()) : change;
                case INDEX ->
                    modified = write instanceof WriteBatch.Put put && Layout.isRecency(put.key())
                            ? Math.max(modified, (long) Layout.LONG.get(put.value(), 0))
                            : modified;
                case DOCUMENT, EXPIRY -> {}
            }
        }
        return new StateRows(next, change, modified);
    }

    private static void follow(NavigableMap<byte[], byte[]> rows, WriteBatch.Write write) {
        switch (write) {
            case WriteBatch.Put put -> {
                if (isOfState(put.key())) {
                    rows.put(put.key(), put.value());
                }
            }
            case WriteBatch.Delete delete -> rows.remove(delete.key());
            case WriteBatch.DeleteRange range -> {
                byte[] until = range.until();
                (until == null ? rows.tailMap(range.key(), true) : rows.subMap(range.key(), true, until, false))
                        .clear();
            }
        }
    }

    private static boolean isOfState(byte[] key) {
        return key[0] == Layout.MARK
                || Arrays.equals(key, Layout.TOTALS_KEY)
                || SINGLE.stream().anyMatch(single -> Arrays.equals(key, single));
    }

    /** @param key begins with its time */
    private static long later(long time, byte[] key) {
        long other = (long) Layout.LONG.get(key, 0);
        return Long.compareUnsigned(time, other) < 0 ? other : time;
    }

    /** The marks of the queues. */
    public List<Row> marks() {
        List<Row> marks = new ArrayList<>();
        rows.forEach((key, value) -> {
            if (key[0] == Layout.MARK) {
                marks.add(new Row(key, value));
            }
        });
        return marks;
    }

    public byte @Nullable [] totals() {
        return rows.get(Layout.TOTALS_KEY);
    }

    /** The last instant of which documents may have been looked at again. */
    public byte @Nullable [] rechecked() {
        return rows.get(Layout.RECHECKED_KEY);
    }

    public byte @Nullable [] lastVersion() {
        return rows.get(Layout.LAST_VERSION_KEY);
    }

    /** Up to where the log of events was deleted. */
    public byte @Nullable [] eventsTrimmed() {
        return rows.get(Layout.EVENTS_TRIMMED_KEY);
    }

    /** The time of the last entry of the shard's history, or 0 if it is not known. */
    public long lastChange() {
        return lastChange;
    }

    /** The latest instant at which a document was modified, or the least if it is not known. */
    public long latestModified() {
        return latestModified;
    }
}
