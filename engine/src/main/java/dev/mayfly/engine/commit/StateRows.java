package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a shard's meta space that every engine over it goes by, read together: in a store that others write, too, they are
 * read anew whenever one of them was faster, before the next batch.
 */
public final class StateRows {
    /** From the first mark until behind the totals, which follow the marks. */
    private static final KeyRange MARKS_AND_TOTALS =
            new KeyRange(new byte[] {Layout.MARK}, Arrays.copyOf(Layout.TOTALS_KEY, Layout.TOTALS_KEY.length + 1));

    private static final List<byte[]> SINGLE =
            List.of(Layout.RECHECKED_KEY, Layout.LAST_VERSION_KEY, Layout.EVENTS_TRIMMED_KEY);

    private final List<Row> marks = new ArrayList<>();
    private final List<byte @Nullable []> single;
    private byte @Nullable [] totals;

    /** A row, its key without the shard and the space. */
    public record Row(byte[] key, byte[] value) {}

    /** Reads them. */
    public StateRows(Reader store, Partition partition) {
        try (Cursor cursor = store.scan(partition, Space.META, MARKS_AND_TOTALS, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                Row row = new Row(cursor.key(), cursor.value());
                if (Arrays.equals(row.key(), Layout.TOTALS_KEY)) {
                    totals = row.value();
                } else {
                    marks.add(row);
                }
            }
        }
        this.single = store.multiGet(partition, Space.META, SINGLE);
    }

    /** The marks of the queues. */
    public List<Row> marks() {
        return marks;
    }

    public byte @Nullable [] totals() {
        return totals;
    }

    /** The last instant of which documents may have been looked at again. */
    public byte @Nullable [] rechecked() {
        return single.get(0);
    }

    public byte @Nullable [] lastVersion() {
        return single.get(1);
    }

    /** Up to where the log of events was deleted. */
    public byte @Nullable [] eventsTrimmed() {
        return single.get(2);
    }
}
