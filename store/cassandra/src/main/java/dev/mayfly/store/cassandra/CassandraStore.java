package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store in a keyspace of Apache Cassandra, which any number of processes may have open.
 *
 * <p>A commit is acknowledged when a quorum of the replicas has it in the commit log. Whether it survives a loss of power in
 * all of them at once is Cassandra's setting ({@code commitlog_sync}), so every {@link Durability} is the same here.
 */
public final class CassandraStore implements Store {
    private final Runnable end;
    private final OpenCalls calls;
    private final ShardWriter writer;
    private final CellReader reader;
    private final DiskUsage usage;
    private final CassandraCluster cluster;

    private CassandraStore(CqlSession session, CassandraOptions options, Runnable beforeWaiting, Runnable end) {
        this.end = end;
        this.calls = new OpenCalls(beforeWaiting);
        this.writer = new ShardWriter(session, options);
        this.reader = new CellReader(session, options.keyspace());
        this.usage = new DiskUsage(session, options.keyspace());
        this.cluster = new CassandraCluster(session, options.keyspace(), calls);
    }

    /** Opens the store of a keyspace, which is made if there is none and the user may. */
    public static CassandraStore open(CassandraOptions options) {
        return open(options, () -> {});
    }

    /** @param beforeWaiting runs at the beginning of each call, on its thread; it may throw, and then nothing is done */
    public static CassandraStore open(CassandraOptions options, Runnable beforeWaiting) {
        CqlSession session = CassandraSession.open(options);
        try {
            return over(session, options, beforeWaiting, session::close);
        } catch (StoreException failure) {
            session.close();
            throw failure;
        } catch (DriverException failure) {
            session.close();
            throw DriverFailures.refusal(failure);
        }
    }

    /** @param end runs when the store is closed */
    static CassandraStore over(CqlSession session, CassandraOptions options, Runnable beforeWaiting, Runnable end) {
        CellsTable.prepare(session, options);
        return new CassandraStore(session, options, beforeWaiting, end);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.TURNS);
    }

    @Override
    public long batchBytesMax() {
        return ConditionalBatch.BYTES_MAX;
    }

    @Override
    public Optional<Cluster> cluster() {
        return Optional.of(cluster);
    }

    @Override
    public Head head(Partition partition) {
        return calls.inside(() -> writer.head(partition));
    }

    @Override
    public HeadRead readAtHead(Partition partition, List<Cell> cells) {
        return calls.inside(() -> reader.readAtHead(partition, cells));
    }

    @Override
    public void settle(Partition partition) {
        calls.inside(() -> writer.settledHead(partition));
    }

    /** @throws IllegalArgumentException for a batch of more than {@link #batchBytesMax} bytes, or two operations of a key */
    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return calls.inside(() -> writer.commit(partition, batch, expectations));
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        calls.enter();
        try {
            return reader.get(partition, space, key);
        } finally {
            calls.leave();
        }
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return calls.inside(() -> reader.multiGet(partition, space, keys));
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        calls.enter();
        try {
            return reader.scan(partition, space, range, direction, limit, calls::leave);
        } catch (RuntimeException failure) {
            calls.leave();
            throw failure;
        }
    }

    /** Does nothing: what was acknowledged is in the commit logs of a quorum. */
    @Override
    public void sync() {
        calls.inside(() -> true);
    }

    /** Does nothing: Cassandra compacts by itself, and keeps tombstones for as long as a replica may be away. */
    @Override
    public void compact() {
        calls.inside(() -> true);
    }

    /** An estimate, in steps of a mebibyte: what was written last is in memory, and counts later. */
    @Override
    public long usedBytes() {
        return calls.inside(usage::bytes);
    }

    @Override
    public void close() {
        calls.close();
        end.run();
    }
}
