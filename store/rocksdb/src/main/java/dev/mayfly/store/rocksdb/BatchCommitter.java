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
final class BatchCommitter {
    private final RocksDatabase database;
    private final RocksReader present;
    private final Failures failures;
    private final DiskReserve reserve;
    private final MassDeletion deletions;
    private final PartitionLocks locks = new PartitionLocks();
    private final RecentWrites recent = new RecentWrites();
    private final DocumentCache cache;
    private final ExpectationCheck check;

    BatchCommitter(
            RocksDatabase database,
            RocksReader present,
            DocumentCache cache,
            Failures failures,
            DiskReserve reserve,
            MassDeletion deletions) {
        this.deletions = deletions;
        this.database = database;
        this.present = present;
        this.cache = cache;
        this.failures = failures;
        this.reserve = reserve;
        this.check = new ExpectationCheck(present, recent);
    }

    long moment(Partition partition) {
        return recent.moment(partition);
    }

    /** Returns the expectations that do not hold now. */
    List<Expectation> unmet(Partition partition, List<Expectation> expectations) {
        return check.failed(partition, expectations, 0);
    }

    /** Returns the expectations that failed; the batch is written if there are none. */
    List<Expectation> commit(Partition partition, WriteBatch batch, List<Expectation> expectations) {
        failures.refuseIfReadOnly();
        ReentrantLock lock = locks.of(partition);
        lock.lock();
        try {
            List<Expectation> failed = check.failed(partition, expectations, batch.readSince());
            if (failed.isEmpty() && !batch.isEmpty()) {
                List<PartitionBatch> batches = List.of(new PartitionBatch(partition, batch));
                BatchEncoder encoder = encoder(batches);
                encoder.add(batches.getFirst());
                reserve.admit(batch, encoder.length());
                write(encoder, batches);
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
            BatchEncoder encoder = encoder(batches);
            for (PartitionBatch each : batches) {
                int before = encoder.length();
                encoder.add(each);
                reserve.admit(each.batch(), encoder.length() - before);
            }
            write(encoder, batches);
        } finally {
            locks.unlock(stripes);
        }
    }

    private BatchEncoder encoder(List<PartitionBatch> batches) {
        return new BatchEncoder(database::columnId, this::behindLast, batches);
    }

    private void write(BatchEncoder encoder, List<PartitionBatch> batches) {
        for (PartitionBatch each : batches) {
            cache.begin(each.partition(), each.batch());
        }
        boolean isWritten = false;
        try {
            write(encoder);
            isWritten = true;
        } finally {
            for (PartitionBatch each : batches) {
                recent.note(each.partition(), each.batch());
                cache.end(each.partition(), each.batch(), isWritten);
            }
        }
    }

    private void write(BatchEncoder encoder) {
        if (encoder.isEmpty()) {
            return;
        }
        try {
            database.write(encoder.encoded());
            if (encoder.documentsDeleted() > 0) {
                deletions.add(encoder.documentsDeleted());
            }
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
