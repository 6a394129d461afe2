package dev.mayfly.store.contract;

import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Unknown;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails on purpose, as its plan says, in front of one that works.
 *
 * <p>It keeps the port's promises as a remote store would: what threw has written nothing, and a batch whose outcome was
 * {@code Unknown} may be sent again under its operation id without being written twice.
 */
public final class FaultyStore extends ForwardingStore {
    private final Pause pause;
    private final Map<StoreCall, Long> calls = new EnumMap<>(StoreCall.class);
    private final Map<Long, CommitOutcome> untold = new HashMap<>();
    private FaultPlan plan = FaultPlan.NONE;
    private long faults;

    /** A store in front of this one, which it closes; nothing goes wrong until a plan is set. */
    public FaultyStore(Store store, Pause pause) {
        super(store);
        this.pause = pause;
    }

    /** From now on calls go wrong as this plan says; they are counted from one again. */
    public synchronized void plan(FaultPlan next) {
        plan = next;
        calls.clear();
    }

    /** The number of calls of the kind since the plan was set. */
    public synchronized long calls(StoreCall call) {
        return calls.getOrDefault(call, 0L);
    }

    /** The number of calls that went wrong, delays included. */
    public synchronized long faults() {
        return faults;
    }

    private synchronized @Nullable Fault faultOf(StoreCall call) {
        Fault fault = plan.faultOf(call, calls.merge(call, 1L, Long::sum));
        if (fault != null) {
            faults++;
        }
        return fault;
    }

    /** Lets a call that does not commit go wrong; the faults of commits mean nothing to it. */
    void meet(StoreCall call) {
        suffer(faultOf(call), call);
    }

    private void suffer(@Nullable Fault fault, StoreCall call) {
        switch (fault) {
            case Fault.Failure(var reason) -> throw new StoreException(reason, "failed on purpose: " + call, null);
            case Fault.Delay(var duration) -> pause.pause(duration);
            case Fault.Conflict _, Fault.UnknownNotWritten _, Fault.UnknownWritten _ -> {}
            case null -> {}
        }
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        meet(StoreCall.GET);
        return super.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        meet(StoreCall.MULTI_GET);
        return super.multiGet(partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        meet(StoreCall.SCAN);
        return new FaultyCursor(this, super.scan(partition, space, range, direction, limit));
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return commit(
                StoreCall.COMMIT,
                batch.operationId(),
                expectations,
                () -> super.commit(partition, batch, expectations, durability));
    }

    @Override
    public Head head(Partition partition) {
        meet(StoreCall.TURN);
        return super.head(partition);
    }

    @Override
    public HeadRead readAtHead(Partition partition, List<Cell> cells) {
        meet(StoreCall.TURN);
        meet(StoreCall.MULTI_GET);
        return super.readAtHead(partition, cells);
    }

    @Override
    public CommitOutcome commitAll(List<PartitionBatch> batches, Durability durability) {
        long operationId = batches.isEmpty() ? 0 : batches.getFirst().batch().operationId();
        return commit(StoreCall.COMMIT_ALL, operationId, List.of(), () -> super.commitAll(batches, durability));
    }

    private CommitOutcome commit(
            StoreCall call, long operationId, List<Expectation> expectations, Supplier<CommitOutcome> write) {
        Fault fault = faultOf(call);
        suffer(fault, call);
        CommitOutcome before = outcomeOf(operationId);
        if (before != null) {
            return fault instanceof Fault.UnknownNotWritten || fault instanceof Fault.UnknownWritten
                    ? Unknown.INSTANCE
                    : before;
        }
        return switch (fault) {
            case Fault.Conflict _ when !expectations.isEmpty() -> new CommitOutcome.Conflict(expectations);
            case Fault.UnknownNotWritten _ -> Unknown.INSTANCE;
            case Fault.UnknownWritten _ -> hide(operationId, write.get());
            case Fault.Conflict _, Fault.Failure _, Fault.Delay _ -> write.get();
            case null -> write.get();
        };
    }

    private synchronized @Nullable CommitOutcome outcomeOf(long operationId) {
        return untold.get(operationId);
    }

    /** Hides the outcome of a batch from its sender, which learns it by sending the batch again. */
    private synchronized CommitOutcome hide(long operationId, CommitOutcome outcome) {
        if (operationId != 0 && outcome instanceof Applied) {
            untold.put(operationId, outcome);
        }
        return Unknown.INSTANCE;
    }

    @Override
    public void sync() {
        meet(StoreCall.SYNC);
        super.sync();
    }

    @Override
    public void beginSync(Consumer<@Nullable Throwable> ended) {
        try {
            meet(StoreCall.SYNC);
        } catch (RuntimeException failure) {
            ended.accept(failure);
            return;
        }
        super.beginSync(ended);
    }

    @Override
    public Snapshot snapshot() {
        meet(StoreCall.SNAPSHOT);
        return new FaultySnapshot(this, super.snapshot());
    }

    @Override
    public void compact() {
        meet(StoreCall.COMPACT);
        super.compact();
    }
}
