package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Turn;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The head of a partition in its static columns, which every row of it has. */
final class HeadRow {
    /** The columns, as a statement names them. */
    static final String COLUMNS = "turn, sch, state";

    private HeadRow() {}

    /** Returns the head in a row that has all of the columns; null for no row. */
    static Head of(@Nullable Row row) {
        if (row == null || row.isNull("turn")) {
            return Head.NONE;
        }
        Turn turn = new Turn(row.getLong("turn"), row.getLong("sch"));
        return new Head(turn, leftBeside(turn, row.getByteBuffer("state")));
    }

    private static byte @Nullable [] leftBeside(Turn turn, @Nullable ByteBuffer kept) {
        if (kept == null || kept.getLong() != turn.number()) {
            return null;
        }
        byte[] state = new byte[kept.remaining()];
        kept.get(state);
        return state;
    }

    /** Returns the column of what a batch leaves that makes this turn. */
    static ByteBuffer stateOf(Turn turn, byte[] left) {
        return ByteBuffer.allocate(Long.BYTES + left.length)
                .putLong(turn.number())
                .put(left)
                .flip();
    }
}
