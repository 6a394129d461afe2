package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.CommitOutcome.OutOfTurn;
import dev.mayfly.store.api.CommitOutcome.Unknown;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits batches, each as the next turn of its partition, and finds out what became of those without an answer. */
final class ShardWriter {
    /*
     * A batch is applied by Cassandra if the last turn is the one on which it stands, and makes the next one; so of all
     * batches that stand on turn 7, at most one is ever written, as turn 8. A batch that depends on no turn stands on the
     * last one that this process has seen, and moves on to the real one when it is refused.
     *
     * An answer may be lost while the batch is applied, or while a node still tries to apply it. The caller is told that
     * the outcome is unknown, and sends the batch again. What is sent then stands on the same turn as before, whatever has
     * happened since: so the lost attempt and this one exclude each other, and no waiting is needed. The answer is one of
     *
     *   written                      the lost attempt was not applied, and cannot be any more
     *   refused, op is its own       the lost attempt was applied, and nothing after it; the condition on `op` is there so
     *                                that a refusal names it
     *   refused, the turn is the same   the expectations do not hold; the lost attempt did not get through either
     *   refused, the turn is later   another batch has followed, be it ours or a stranger that took our turn
     *
     * In the last case the row of the ring for the turn after ours names its operation. Every batch writes that row, at the
     * number of its turn modulo 64, so it can be asked until 64 turns later. After that nobody can tell, and the store says
     * that it is unavailable rather than guess. To notice, this process remembers on which turn each batch stood whose
     * outcome is open (ShardState); a batch that is not among them was never sent, and is simply out of turn.
     *
     * The id of an operation is unique in its process; eight random bytes before it make it unique among all of them.
     */
    private static final Logger LOG = LoggerFactory.getLogger(ShardWriter.class);

    /** Every miss means that another process has written in between. */
    private static final int MISSES_MAX = 1_000;

    private final CqlSession session;
    private final CellStatements statements;
    private final ReplicaChoice replicas;
    private final PreparedStatement sentinel;
    private final PreparedStatement ring;
    private final Map<Partition, ShardState> shards = new ConcurrentHashMap<>();
    private final SplittableRandom random = new SplittableRandom();
    private final long process;

    ShardWriter(CqlSession session, CassandraOptions options) {
        this.session = session;
        this.statements = new CellStatements(session, options.keyspace());
        this.replicas = new ReplicaChoice(session, options);
        String cells = options.keyspace() + ".cells";
        // Static columns alone may not be asked for by a key.
        this.sentinel = session.prepare(
                "SELECT " + HeadRow.COLUMNS + ", ver FROM " + cells + " WHERE shard = ? AND space = -1 AND key = 0x");
        this.ring = session.prepare("SELECT ver, value FROM " + cells + " WHERE shard = ? AND space = -1 AND key = ?");
        this.process = random.nextLong();
    }

    Head head(Partition partition) {
        return HeadRow.of(CellReader.one(session, sentinel.bind(CellStatements.shard(partition))));
    }

    /** Returns the same by consensus, which has every batch that any replica has taken written to a quorum first. */
    Head settledHead(Partition partition) {
        return HeadRow.of(CellReader.one(
                session,
                sentinel.bind(CellStatements.shard(partition))
                        .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_SERIAL)));
    }

    CommitOutcome commit(Partition partition, WriteBatch batch, List<Expectation> expectations) {
        ConditionalBatch compiled = ConditionalBatch.of(statements, partition, batch, expectations);
        ShardState shard = shards.computeIfAbsent(partition, _ -> new ShardState());
        shard.writing.lock();
        try {
            return new Attempts(partition, shard, batch, expectations, compiled).outcome();
        } finally {
            shard.writing.unlock();
        }
    }

    /** Without an id of its own, two attempts at a batch cannot be told from two batches. */
    private ByteBuffer operation(WriteBatch batch) {
        return batch.operationId() == 0
                ? ByteBuffer.allocate(3 * Long.BYTES)
                        .putLong(process)
                        .putLong(nextRandom())
                        .putLong(0)
                        .flip()
                : ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(process)
                        .putLong(batch.operationId())
                        .flip();
    }

    private long nextRandom() {
        synchronized (random) {
            return random.nextLong();
        }
    }

    /** The attempts at a batch within one call. */
    private final class Attempts {
        private final Partition partition;
        private final ShardState shard;
        private final WriteBatch batch;
        private final List<Expectation> expectations;
        private final ConditionalBatch compiled;
        private final ByteBuffer operation;

        Attempts(
                Partition partition,
                ShardState shard,
                WriteBatch batch,
                List<Expectation> expectations,
                ConditionalBatch compiled) {
            this.partition = partition;
            this.shard = shard;
            this.batch = batch;
            this.expectations = expectations;
            this.compiled = compiled;
            this.operation = operation(batch);
        }

        CommitOutcome outcome() {
            Turn last = firstToStandOn();
            for (int miss = 0; miss < MISSES_MAX; miss++) {
                BatchAnswer answer = send(partition, compiled.standingOn(last, batch.turnAfter(last), operation));
                switch (answer) {
                    case BatchAnswer.Written _ -> {
                        return settled(batch.turnAfter(last), Applied.INSTANCE);
                    }
                    case BatchAnswer.Uncertain _ -> {
                        shard.leaveOpen(batch.operationId(), last);
                        return Unknown.INSTANCE;
                    }
                    case BatchAnswer.Refused refused -> {
                        CommitOutcome outcome = outcome(refused, last);
                        if (outcome != null) {
                            return settled(refused.last(), outcome);
                        }
                        shard.settle(batch.operationId());
                        last = refused.last();
                    }
                }
            }
            throw new StoreException(Reason.UNAVAILABLE, "others write " + partition + " all the time", null);
        }

        private Turn firstToStandOn() {
            Turn open = shard.openSince(batch.operationId());
            Turn own = batch.turn();
            if (open != null) {
                return open;
            }
            return own != null ? own : shard.seen();
        }

        private CommitOutcome settled(Turn seen, CommitOutcome outcome) {
            shard.see(seen);
            shard.settle(batch.operationId());
            return outcome;
        }

        /** Returns null for a batch that is to stand on the turn that the refusal names. */
        private @Nullable CommitOutcome outcome(BatchAnswer.Refused refused, Turn stoodOn) {
            if (operation.equals(refused.operation()) || wasFollowed(refused, stoodOn)) {
                return Applied.INSTANCE;
            }
            if (!refused.last().equals(stoodOn)) {
                return batch.turn() == null ? null : new OutOfTurn(refused.head());
            }
            return new Conflict(refused.failed(expectations));
        }

        /** Returns true if an attempt without an answer was applied, and others after it. */
        private boolean wasFollowed(BatchAnswer.Refused refused, Turn stoodOn) {
            long made = stoodOn.number() + 1;
            if (shard.openSince(batch.operationId()) == null || refused.last().number() <= made) {
                return false;
            }
            Row row = CellReader.one(session, ring.bind(CellStatements.shard(partition), OperationRing.key(made)));
            if (row == null || row.getLong("ver") != made) {
                LOG.warn("more than {} batches followed one of {} without an answer", OperationRing.SIZE, partition);
                throw new StoreException(
                        Reason.UNAVAILABLE, "it is too late to tell whether a batch was written", null);
            }
            return operation.equals(row.getByteBuffer("value"));
        }
    }

    private BatchAnswer send(Partition partition, BatchStatement statement) {
        try {
            return BatchAnswer.of(session.execute(statement.setNode(replicas.of(CellStatements.shard(partition)))));
        } catch (DriverException failure) {
            if (DriverFailures.wroteNothing(failure)) {
                throw DriverFailures.refusal(failure);
            }
            LOG.info("the outcome of a batch of {} is not known: {}", partition, failure.toString());
            return new BatchAnswer.Uncertain();
        }
    }
}
