package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.TupleType;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows. A read is tried once again, since it changes nothing; after that the store is unavailable. The second attempt
 * at a page asks for fewer rows, for the case that their values are so large that it took too long, or so much was deleted between
 * them that Cassandra gave up. If that is so between any two of them, the range is read in parts.
 */
final class CellReader {
    private static final int FEWER = 8;

    /** The number of parts of a range that may be too much to be read at once. */
    private static final int HALVINGS_MAX = 1_000;

    private final CqlSession session;
    private final PageRows pageRows = new PageRows();
    private final PreparedStatement one;
    private final PreparedStatement several;
    private final PreparedStatement withHead;
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
        this.withHead = session.prepare("SELECT key, value, space, " + HeadRow.COLUMNS + " FROM " + cells
                + " WHERE shard = ? AND (space, key) IN ?");
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

    /**
     * Reads large documents in several parts, of which the first has the head. The sentinel is asked for, too, since a partition
     * has its static columns in the rows that are found.
     */
    HeadRead readAtHead(Partition partition, List<Cell> cells) {
        Map<CellKey, byte[]> found = new HashMap<>();
        int chunk = pageRows.first(Space.DOCUMENT);
        Head head = readAtHead(partition, cells.subList(0, Math.min(cells.size(), chunk)), found);
        for (int from = chunk; from < cells.size(); from += chunk) {
            readAtHead(partition, cells.subList(from, Math.min(cells.size(), from + chunk)), found);
        }
        List<byte @Nullable []> values = new ArrayList<>(cells.size());
        cells.forEach(cell -> values.add(found.get(CellKey.of(cell.space(), cell.key()))));
        return new HeadRead(head, values);
    }

    private Head readAtHead(Partition partition, List<Cell> cells, Map<CellKey, byte[]> found) {
        List<TupleValue> asked = new ArrayList<>(cells.size() + 1);
        asked.add(place(CellsTable.SENTINEL_SPACE, new byte[0]));
        cells.forEach(cell -> asked.add(place(cell.space().code(), cell.key())));
        BoundStatement statement = withHead.boundStatementBuilder()
                .setByteBuffer(0, CellStatements.shard(partition))
                .setList(1, asked, TupleValue.class)
                .build();
        Head head = Head.NONE;
        List<Row> documents = new ArrayList<>();
        for (Row row : read(session, statement)) {
            byte space = row.getByte("space");
            if (space == CellsTable.SENTINEL_SPACE) {
                head = HeadRow.of(row);
                continue;
            }
            found.put(new CellKey(space, ByteBuffer.wrap(bytes(row, 0))), bytes(row, 1));
            if (space == Space.DOCUMENT.code()) {
                documents.add(row);
            }
        }
        pageRows.learn(Space.DOCUMENT, documents);
        return head;
    }

    private TupleValue place(int space, byte[] key) {
        ListType places = (ListType) withHead.getVariableDefinitions().get(1).getType();
        TupleType place = (TupleType) places.getElementType();
        return place.newValue().setByte(0, (byte) space).setByteBuffer(1, ByteBuffer.wrap(key));
    }

    CellCursor scan(
            Partition partition, Space space, KeyRange range, Direction direction, int limit, Runnable onClose) {
        return new CellCursor(this, partition, space, range, direction, limit, onClose);
    }

    PageRows pageRows() {
        return pageRows;
    }

    /**
     * A part of a range, from its beginning in that direction.
     *
     * @param rest the part that was not read; null for nothing
     */
    record Page(List<Row> rows, @Nullable KeyRange rest) {}

    Page page(Partition partition, Space space, KeyRange range, Direction direction, int rowsMax) {
        int fewer = Math.max(1, rowsMax / FEWER);
        try {
            return attempt(partition, space, range, direction, rowsMax);
        } catch (QueryValidationException mistake) {
            throw DriverFailures.refusal(mistake);
        } catch (DriverException _) {
            try {
                return attempt(partition, space, range, direction, fewer);
            } catch (ReadFailureException failure) {
                return inHalves(partition, space, range, direction, fewer, failure);
            } catch (DriverException failure) {
                throw DriverFailures.refusal(failure);
            }
        }
    }

    private Page attempt(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        List<Row> rows = session.execute(statement(partition, space, range, direction, limit))
                .all();
        pageRows.learn(space, rows);
        return new Page(rows, rows.size() < limit ? null : behind(range, direction, bytes(rows.getLast(), 0)));
    }

    private static KeyRange behind(KeyRange range, Direction direction, byte[] last) {
        return direction == Direction.FORWARD
                ? new KeyRange(Arrays.copyOf(last, last.length + 1), range.until())
                : new KeyRange(range.from(), last);
    }

    /**
     * Reads a range in which Cassandra finds more deleted rows than it goes over in one read, part by part. What it counts is
     * what lies in the part that is asked for, whether anything is found there or not.
     */
    private Page inHalves(
            Partition partition,
            Space space,
            KeyRange range,
            Direction direction,
            int limit,
            ReadFailureException first) {
        Deque<KeyRange> parts = new ArrayDeque<>();
        halve(parts, range, direction, first);
        int failures = 0;
        while (!parts.isEmpty()) {
            KeyRange part = parts.pop();
            try {
                Page page = attempt(partition, space, part, direction, limit);
                if (!page.rows().isEmpty()) {
                    KeyRange rest = page.rest() == null ? parts.peek() : page.rest();
                    return new Page(page.rows(), rest == null ? null : whole(rest, range, direction));
                }
            } catch (ReadFailureException failure) {
                if (++failures > HALVINGS_MAX) {
                    throw DriverFailures.refusal(failure);
                }
                halve(parts, part, direction, failure);
            } catch (DriverException failure) {
                throw DriverFailures.refusal(failure);
            }
        }
        return new Page(List.of(), null);
    }

    private static void halve(
            Deque<KeyRange> parts, KeyRange range, Direction direction, ReadFailureException failure) {
        List<KeyRange> halves = RangeHalves.of(range);
        if (halves.isEmpty()) {
            throw DriverFailures.refusal(failure);
        }
        (direction == Direction.FORWARD ? halves.reversed() : halves).forEach(parts::push);
    }

    /** Everything of a range from the beginning of one of its parts on, in that direction. */
    private static KeyRange whole(KeyRange part, KeyRange range, Direction direction) {
        return direction == Direction.FORWARD
                ? new KeyRange(part.from(), range.until())
                : new KeyRange(range.from(), part.until());
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
