package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.api.WriteBatch.Write;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A batch of ours as one of Cassandra: the head with the turn, a row of the ring, then the writes, each with what is expected
 * of its row, then what is expected of rows that are not written.
 *
 * <p>All statements of a batch have one timestamp, by which two operations of one key would tear its row: of each column the
 * greater bytes win. So there must be one, as the port promises, and a second is refused here.
 */
final class ConditionalBatch {
    /** Half of what a server takes at most in its smallest usual setting is 8 MiB; the rest is room for what it adds. */
    static final int BYTES_MAX = 5 << 20;

    private final CellStatements statements;
    private final ByteBuffer shard;
    private final Map<CellKey, CellCondition> conditions = new LinkedHashMap<>();
    private final Set<CellKey> written = new HashSet<>();
    private final List<BatchableStatement<?>> rows = new ArrayList<>();
    private final byte @Nullable [] state;

    private ConditionalBatch(CellStatements statements, ByteBuffer shard, byte @Nullable [] state) {
        this.statements = statements;
        this.shard = shard;
        this.state = state;
    }

    /** Compiles all but the head, which depends on the turn; the same for every attempt. */
    static ConditionalBatch of(
            CellStatements statements, Partition partition, WriteBatch batch, List<Expectation> expectations) {
        ConditionalBatch compiled = new ConditionalBatch(statements, CellStatements.shard(partition), batch.state());
        refuseOversized(batch);
        expectations.forEach(compiled::expect);
        batch.writes().forEach(compiled::write);
        compiled.conditions.forEach(
                (at, condition) -> compiled.rows.add(statements.keep(compiled.shard, at, condition)));
        return compiled;
    }

    private static void refuseOversized(WriteBatch batch) {
        long bytes = 0;
        for (Write write : batch.writes()) {
            bytes += write.key().length;
            if (write instanceof WriteBatch.Put put) {
                bytes += put.value().length;
            }
        }
        if (bytes > BYTES_MAX) {
            throw new IllegalArgumentException("a batch of " + bytes + " bytes, more than " + BYTES_MAX);
        }
    }

    /** The first expectation of a key may go with its write; another of the same key stands for itself. */
    private void expect(Expectation expectation) {
        CellKey at = CellKey.of(expectation.space(), expectation.key());
        CellCondition condition = CellCondition.of(expectation);
        CellCondition first = conditions.putIfAbsent(at, condition);
        if (first != null && !first.equals(condition)) {
            rows.add(statements.keep(shard, at, condition));
        }
    }

    private void write(Write write) {
        CellKey at = CellKey.of(write.space(), write.key());
        rows.add(
                switch (write) {
                    case WriteBatch.Put put -> statements.put(shard, once(at), put.value(), conditions.remove(at));
                    case WriteBatch.Delete _ -> statements.delete(shard, once(at), conditions.remove(at));
                    case WriteBatch.DeleteRange range -> statements.deleteRange(shard, at, range.until());
                });
    }

    private CellKey once(CellKey at) {
        if (!written.add(at)) {
            throw new IllegalArgumentException("two operations of one key in a batch");
        }
        return at;
    }

    /** Returns what is sent for an attempt that stands on {@code last}. */
    BatchStatement standingOn(Turn last, Turn next, ByteBuffer operation) {
        return BatchStatement.builder(DefaultBatchType.UNLOGGED)
                .addStatement(statements.head(shard, last, next, operation, state))
                .addStatement(statements.ring(shard, next, operation))
                .addStatements(rows)
                .build();
    }
}
