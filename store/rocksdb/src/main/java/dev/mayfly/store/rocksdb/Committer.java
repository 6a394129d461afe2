package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Checks what a batch expects and writes it, as one step for its partition. */
final class Committer {
    private final RocksDatabase database;
    private final RocksReader present;
    private final Failures failures;
    private final DiskReserve reserve;
    private final PartitionLocks locks = new PartitionLocks();
    private final RecentWrites recent = new RecentWrites();
    private final HotValues hot;
    private final ExpectationCheck check;

    Committer(RocksDatabase database, RocksReader present, HotValues hot, Failures failures, DiskReserve reserve) {
        this.database = database;
        this.present = present;
        this.hot = hot;
        this.failures = failures;
        this.reserve = reserve;
        this.check = new ExpectationCheck(present, recent);
    }

    long moment(Partition partition) {
        return recent.moment(partition);
    }

    /** Which expectations do not hold now. */
    List<Expectation> unmet(Partition partition, List<Expectation> expectations) {
        return check.failed(partition, expectations, 0);
    }

    /** Answers the expectations that failed; the batch is written if there are none. */
    List<Expectation> commit(Partition partition, WriteBatch batch, List<Expectation> expectations) {
        failures.refuseIfReadOnly();
        ReentrantLock lock = locks.of(partition);
        lock.lock();
        try {
            List<Expectation> failed = check.failed(partition, expectations, batch.readSince());
            if (failed.isEmpty() && !batch.isEmpty()) {
                BatchEncoder encoder = encoder(batch.writes().size());
                encoder.add(partition, batch);
                reserve.admit(batch, encoder.length());
                write(encoder, List.of(new PartitionBatch(partition, batch)));
            }
            return failed;
        } finally {
            lock.unlock();
        }
    }

    void commitAll(List<PartitionBatch> batches) {
        failures.refuseIfReadOnly();
        long stripes = PartitionLocks.stripes(
                batches.stream().map(PartitionBatch::partition).toList());
        locks.lock(stripes);
        try {
            BatchEncoder encoder = encoder(batches.size());
            for (PartitionBatch each : batches) {
                int before = encoder.length();
                encoder.add(each.partition(), each.batch());
                reserve.admit(each.batch(), encoder.length() - before);
            }
            write(encoder, batches);
        } finally {
            locks.unlock(stripes);
        }
    }

    private BatchEncoder encoder(int expectedWrites) {
        return new BatchEncoder(database::columnId, this::behindLast, expectedWrites);
    }

    private void write(BatchEncoder encoder, List<PartitionBatch> batches) {
        for (PartitionBatch each : batches) {
            hot.begin(each.partition(), each.batch());
        }
        boolean isWritten = false;
        try {
            write(encoder);
            isWritten = true;
        } finally {
            for (PartitionBatch each : batches) {
                recent.note(each.partition(), each.batch());
                hot.end(each.partition(), each.batch(), isWritten);
            }
        }
    }

    private void write(BatchEncoder encoder) {
        if (encoder.isEmpty()) {
            return;
        }
        try {
            database.write(encoder.encoded());
        } catch (RocksDBException failure) {
            throw failures.ofWrite(failure);
        }
    }

    /** The end of the last partition there can be: just behind its last key. */
    private byte @Nullable [] behindLast(Partition partition, Space space) {
        try (Cursor cursor = present.scan(partition, space, KeyRange.ALL, Direction.BACKWARD, 1, () -> {})) {
            if (!cursor.next()) {
                return null;
            }
            byte[] last = PlacedKeys.of(partition, cursor.key());
            return Arrays.copyOf(last, last.length + 1);
        }
    }
}
