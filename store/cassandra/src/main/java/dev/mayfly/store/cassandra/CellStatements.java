package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Turn;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The statements that write, prepared; what they are for is in {@link ConditionalBatch}. */
final class CellStatements {
    private static final String ROW = " WHERE shard = ? AND space = ? AND key = ?";
    private static final String OF_VERSION = " IF ver = ?";
    /** A bound null would do as well; IF NOT EXISTS would make a refusal return the values. */
    private static final String ABSENT = " IF ver = null AND brief = null";

    private static final String SET = " SET ver = ?, value = ?, brief = ?";

    private final PreparedStatement head;
    private final PreparedStatement ring;
    private final PreparedStatement put;
    private final PreparedStatement putIfVersion;
    private final PreparedStatement putIfAbsent;
    private final PreparedStatement delete;
    private final PreparedStatement deleteIfVersion;
    private final PreparedStatement deleteIfAbsent;
    private final PreparedStatement keepIfVersion;
    private final PreparedStatement keepIfAbsent;
    private final PreparedStatement deleteRange;
    private final PreparedStatement deleteTail;

    CellStatements(CqlSession session, String keyspace) {
        String cells = keyspace + ".cells";
        String delete = "DELETE FROM " + cells + ROW;
        String keep = "DELETE brief FROM " + cells + ROW;
        String update = "UPDATE " + cells + SET + ROW;
        this.head = session.prepare("UPDATE " + cells + " SET turn = ?, sch = ?, op = ?, ver = 0, state = ?"
                + " WHERE shard = ? AND space = -1 AND key = 0x IF turn = ? AND sch = ? AND op != ? AND state != 0x");
        this.ring =
                session.prepare("INSERT INTO " + cells + " (shard, space, key, ver, value) VALUES (?, -1, ?, ?, ?)");
        this.put = session.prepare(
                "INSERT INTO " + cells + " (ver, value, brief, shard, space, key) VALUES (?, ?, ?, ?, ?, ?)");
        this.putIfVersion = session.prepare(update + OF_VERSION);
        this.putIfAbsent = session.prepare(update + ABSENT);
        this.delete = session.prepare(delete);
        this.deleteIfVersion = session.prepare(delete + OF_VERSION);
        this.deleteIfAbsent = session.prepare(delete + ABSENT);
        this.keepIfVersion = session.prepare(keep + OF_VERSION);
        this.keepIfAbsent = session.prepare(keep + ABSENT);
        this.deleteRange =
                session.prepare("DELETE FROM " + cells + " WHERE shard = ? AND space = ? AND key >= ? AND key < ?");
        this.deleteTail = session.prepare("DELETE FROM " + cells + " WHERE shard = ? AND space = ? AND key >= ?");
    }

    static ByteBuffer shard(Partition partition) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(0, partition.id());
    }

    /**
     * Makes {@code next} the last turn, if that is {@code last} and the operation is not the last one already. The state is never
     * empty; the condition on it is there so that a refusal names it.
     */
    BoundStatement head(ByteBuffer shard, Turn last, Turn next, ByteBuffer operation, byte @Nullable [] state) {
        BoundStatementBuilder builder = head.boundStatementBuilder(next.number(), next.schema(), operation);
        if (state != null) {
            builder = builder.setByteBuffer(3, HeadRow.stateOf(next, state));
        }
        builder = builder.setByteBuffer(4, shard);
        // Before the first turn both are null.
        builder = last.equals(Turn.NONE)
                ? builder.setToNull(5).setToNull(6)
                : builder.setLong(5, last.number()).setLong(6, last.schema());
        return builder.setByteBuffer(7, operation).build();
    }

    BoundStatement ring(ByteBuffer shard, Turn next, ByteBuffer operation) {
        return ring.bind(shard, OperationRing.key(next.number()), next.number(), operation);
    }

    /** @param condition null, or what must hold */
    BoundStatement put(ByteBuffer shard, CellKey at, byte[] value, @Nullable CellCondition condition) {
        BoundStatementBuilder builder = switch (condition) {
            case null -> put.boundStatementBuilder();
            case CellCondition.Absent _ -> putIfAbsent.boundStatementBuilder();
            case CellCondition.Version(long version) ->
                putIfVersion.boundStatementBuilder().setLong(6, version);
        };
        if (value.length >= Long.BYTES) {
            // What is not set stays as it is: a null would leave a tombstone in every row.
            builder = builder.setLong(0, ByteBuffer.wrap(value).getLong());
        } else {
            builder = builder.setToNull(0).setBoolean(2, true);
        }
        return builder.setByteBuffer(1, ByteBuffer.wrap(value))
                .setByteBuffer(3, shard)
                .setByte(4, at.space())
                .setByteBuffer(5, at.key())
                .build();
    }

    BoundStatement delete(ByteBuffer shard, CellKey at, @Nullable CellCondition condition) {
        return switch (condition) {
            case null -> delete.bind(shard, at.space(), at.key());
            case CellCondition.Absent _ -> deleteIfAbsent.bind(shard, at.space(), at.key());
            case CellCondition.Version(long version) -> deleteIfVersion.bind(shard, at.space(), at.key(), version);
        };
    }

    /** A condition on a row that the batch does not write, or not by this statement. */
    BoundStatement keep(ByteBuffer shard, CellKey at, CellCondition condition) {
        return switch (condition) {
            case CellCondition.Absent _ -> keepIfAbsent.bind(shard, at.space(), at.key());
            case CellCondition.Version(long version) -> keepIfVersion.bind(shard, at.space(), at.key(), version);
        };
    }

    BoundStatement deleteRange(ByteBuffer shard, CellKey from, byte @Nullable [] until) {
        return until == null
                ? deleteTail.bind(shard, from.space(), from.key())
                : deleteRange.bind(shard, from.space(), from.key(), ByteBuffer.wrap(until));
    }
}
