package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that reads its range page by page.
 *
 * <p>The first page is read when the cursor is opened. Each page is the state of one moment, but not all of them of the same:
 * Cassandra keeps no past. A reader that needs one state throughout compares the turn before and after.
 */
final class CellCursor implements Cursor {
    private static final byte[] NONE = {};

    private final CellReader reader;
    private final Partition partition;
    private final Space space;
    private final Direction direction;
    private final Runnable onClose;
    private @Nullable KeyRange rest;
    private int limit;
    private List<Row> page = List.of();
    private int at;
    private int pageRows;
    private boolean closed;
    private byte[] key = NONE;
    private byte[] value = NONE;

    CellCursor(
            CellReader reader,
            Partition partition,
            Space space,
            KeyRange range,
            Direction direction,
            int limit,
            Runnable onClose) {
        this.reader = reader;
        this.partition = partition;
        this.space = space;
        this.rest = range;
        this.direction = direction;
        this.limit = limit;
        this.onClose = onClose;
        this.pageRows = reader.pageRows().first(space);
        if (limit <= 0 || range.isEmpty()) {
            rest = null;
        } else {
            fetch(range);
        }
    }

    private void fetch(KeyRange range) {
        CellReader.Page read = reader.page(partition, space, range, direction, Math.min(limit, pageRows));
        page = read.rows();
        rest = read.rest();
        at = 0;
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        if (at == page.size() && !turnPage()) {
            return false;
        }
        Row row = page.get(at++);
        key = CellReader.bytes(row, 0);
        value = CellReader.bytes(row, 1);
        limit--;
        return true;
    }

    /** Returns false if there is nothing behind the current page. */
    private boolean turnPage() {
        KeyRange unread = rest;
        if (unread == null || limit == 0) {
            page = List.of();
            at = 0;
            return false;
        }
        pageRows = reader.pageRows().next(space, pageRows);
        fetch(unread);
        return !page.isEmpty();
    }

    @Override
    public byte[] keyBuffer() {
        return key;
    }

    @Override
    public int keyLength() {
        return key.length;
    }

    @Override
    public byte[] valueBuffer() {
        return value;
    }

    @Override
    public int valueLength() {
        return value.length;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            page = List.of();
            onClose.run();
        }
    }
}
