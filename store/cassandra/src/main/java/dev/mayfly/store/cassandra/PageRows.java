package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.Space;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many rows to ask for at once, by how large the rows of a space were when last read. Pages begin small, since most
 * readers take few rows, and grow while a reader goes on.
 */
final class PageRows {
    private static final int VALUE_COLUMN = 1;
    private static final int ROWS_LEAST = 8;
    private static final int ROWS_FIRST_MAX = 256;
    private static final int ROWS_MAX = 2_048;
    private static final int BYTES_FIRST = 256 << 10;
    private static final int BYTES_MAX = 2 << 20;
    private static final int ROW_BYTES_ASSUMED = 1_024;

    private final AtomicIntegerArray rowBytes = new AtomicIntegerArray(Space.values().length);

    /** The rows of a first page. */
    int first(Space space) {
        return within(BYTES_FIRST / average(space), ROWS_FIRST_MAX);
    }

    /** The rows of the page after one of so many. */
    int next(Space space, int rows) {
        return Math.min(within(BYTES_MAX / average(space), ROWS_MAX), rows * 2);
    }

    void learn(Space space, List<Row> page) {
        long bytes = 0;
        for (Row row : page) {
            ByteBuffer value = row.getBytesUnsafe(VALUE_COLUMN);
            bytes += value == null ? 0 : value.remaining();
        }
        if (!page.isEmpty()) {
            rowBytes.set(space.ordinal(), Math.clamp(bytes / page.size(), 1, Integer.MAX_VALUE));
        }
    }

    private int average(Space space) {
        int seen = rowBytes.get(space.ordinal());
        return seen == 0 ? ROW_BYTES_ASSUMED : seen;
    }

    private static int within(int rows, int most) {
        return Math.clamp(rows, ROWS_LEAST, most);
    }
}
