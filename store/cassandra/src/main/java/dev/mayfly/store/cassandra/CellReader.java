package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows. A read is tried once again, since it changes nothing; after that the store is unavailable. The second attempt
 * at a page asks for fewer rows, for the case that their values are so large that it took too long.
 */
final class CellReader {
    private static final int FEWER = 8;

    private final CqlSession session;
    private final PageRows pageRows = new PageRows();
    private final PreparedStatement one;
    private final PreparedStatement several;
    private final PreparedStatement forward;
    private final PreparedStatement forwardTail;
    private final PreparedStatement backward;
    private final PreparedStatement backwardTail;

    CellReader(CqlSession session, String keyspace) {
        this.session = session;
        String cells = keyspace + ".cells";
        String rows = "SELECT key, value FROM " + cells + " WHERE shard = ? AND space = ? AND ";
        String ascending = " ORDER BY space ASC, key ASC LIMIT ?";
        String descending = " ORDER BY space DESC, key DESC LIMIT ?";
        this.one = session.prepare("SELECT value FROM " + cells + " WHERE shard = ? AND space = ? AND key = ?");
        this.several = session.prepare(rows + "key IN ?");
        this.forward = session.prepare(rows + "key >= ? AND key < ?" + ascending);
        this.forwardTail = session.prepare(rows + "key >= ?" + ascending);
        this.backward = session.prepare(rows + "key >= ? AND key < ?" + descending);
        this.backwardTail = session.prepare(rows + "key >= ?" + descending);
    }

    byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        Row row = one(session, one.bind(CellStatements.shard(partition), (byte) space.code(), ByteBuffer.wrap(key)));
        return row == null ? null : bytes(row, 0);
    }

    List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        Map<ByteBuffer, byte[]> found = new HashMap<>();
        int chunk = pageRows.first(space);
        for (int from = 0; from < keys.size(); from += chunk) {
            List<ByteBuffer> asked = keys.subList(from, Math.min(keys.size(), from + chunk)).stream()
                    .map(ByteBuffer::wrap)
                    .toList();
            BoundStatement statement = several.bind(CellStatements.shard(partition), (byte) space.code(), asked);
            for (Row row : read(session, statement)) {
                found.put(ByteBuffer.wrap(bytes(row, 0)), bytes(row, 1));
            }
        }
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        keys.forEach(key -> values.add(found.get(ByteBuffer.wrap(key))));
        return values;
    }

    CellCursor scan(
            Partition partition, Space space, KeyRange range, Direction direction, int limit, Runnable onClose) {
        return new CellCursor(this, partition, space, range, direction, limit, onClose);
    }

    PageRows pageRows() {
        return pageRows;
    }

    /** A part of a range, from its beginning in that direction. */
    record Page(List<Row> rows, boolean isLast) {}

    Page page(Partition partition, Space space, KeyRange range, Direction direction, int rowsMax) {
        IntFunction<Page> attempt = limit -> {
            List<Row> rows = session.execute(statement(partition, space, range, direction, limit))
                    .all();
            pageRows.learn(space, rows);
            return new Page(rows, rows.size() < limit);
        };
        try {
            return attempt.apply(rowsMax);
        } catch (QueryValidationException mistake) {
            throw DriverFailures.refusal(mistake);
        } catch (DriverException _) {
            return again(() -> attempt.apply(Math.max(1, rowsMax / FEWER)));
        }
    }

    private BoundStatement statement(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        ByteBuffer shard = CellStatements.shard(partition);
        byte code = (byte) space.code();
        ByteBuffer from = ByteBuffer.wrap(range.from());
        boolean isForward = direction == Direction.FORWARD;
        BoundStatement statement = range.until() == null
                ? (isForward ? forwardTail : backwardTail).bind(shard, code, from, limit)
                : (isForward ? forward : backward).bind(shard, code, from, ByteBuffer.wrap(range.until()), limit);
        return statement.setPageSize(limit);
    }

    static @Nullable Row one(CqlSession session, Statement<?> statement) {
        List<Row> rows = read(session, statement);
        return rows.isEmpty() ? null : rows.getFirst();
    }

    static List<Row> read(CqlSession session, Statement<?> statement) {
        try {
            return session.execute(statement).all();
        } catch (QueryValidationException mistake) {
            throw DriverFailures.refusal(mistake);
        } catch (DriverException _) {
            return again(() -> session.execute(statement).all());
        }
    }

    private static <T> T again(Supplier<T> attempt) {
        try {
            return attempt.get();
        } catch (DriverException failure) {
            throw DriverFailures.refusal(failure);
        }
    }

    /** The text in a column that every row has. */
    static String text(Row row, int column) {
        String text = row.getString(column);
        if (text == null) {
            throw new IllegalStateException("a row without a text");
        }
        return text;
    }

    static byte[] bytes(Row row, int column) {
        ByteBuffer value = row.getByteBuffer(column);
        if (value == null) {
            throw new IllegalStateException("a row without a value");
        }
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return bytes;
    }
}
