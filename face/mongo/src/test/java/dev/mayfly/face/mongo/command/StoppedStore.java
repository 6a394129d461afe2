package dev.mayfly.face.mongo.command;

import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stops before one of its calls for as long as something else takes. */
final class StoppedStore extends ForwardingStore {
    private final AtomicInteger left = new AtomicInteger(-1);
    private final AtomicInteger commitsLeft = new AtomicInteger(-1);
    private @Nullable Runnable meanwhile;

    StoppedStore(Store store) {
        super(store);
    }

    /** @param call the number of the call, from 0 on */
    void stopBefore(int call, Runnable action) {
        meanwhile = action;
        left.set(call);
    }

    /** @param place the number of the call among those that commit, from 0 on */
    void stopBeforeCommit(int place, Runnable action) {
        meanwhile = action;
        commitsLeft.set(place);
    }

    /** Returns true if it has stopped since. */
    boolean hasStopped() {
        return left.getAndSet(-1) < 0;
    }

    private void pass() {
        Runnable action = meanwhile;
        if (left.getAndDecrement() == 0 && action != null) {
            action.run();
        }
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        pass();
        return super.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        pass();
        return super.multiGet(partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        pass();
        return super.scan(partition, space, range, direction, limit);
    }

    @Override
    public Head head(Partition partition) {
        pass();
        return super.head(partition);
    }

    @Override
    public HeadRead readAtHead(Partition partition, List<Cell> cells) {
        pass();
        return super.readAtHead(partition, cells);
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        pass();
        Runnable action = meanwhile;
        if (commitsLeft.getAndDecrement() == 0 && action != null) {
            action.run();
        }
        return super.commit(partition, batch, expectations, durability);
    }
}
