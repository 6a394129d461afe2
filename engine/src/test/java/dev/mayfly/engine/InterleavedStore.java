package dev.mayfly.engine;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One engine's way to a store that it shares: pauses before every call, and sometimes cannot tell what became of one. */
final class InterleavedStore extends ForwardingStore {
    private final RandomGenerator random;
    private final int unknownPercent;
    private final Map<Long, CommitOutcome> untold = new HashMap<>();
    private Runnable pause = () -> {};
    private Runnable pauseBehind = () -> {};
    private long compared;

    InterleavedStore(Store store, RandomGenerator random, int unknownPercent) {
        super(store);
        this.random = random;
        this.unknownPercent = unknownPercent;
    }

    /** From now on others may go on before each call. */
    void setPause(Runnable before) {
        pause = before;
    }

    /** From now on others may go on behind each read of several keys, before its caller has what it found. */
    void setPauseBehindReads(Runnable behind) {
        pauseBehind = behind;
    }

    /** The number of expectations that the store was sent with batches. */
    long compared() {
        return compared;
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        pause.run();
        compared += expectations.size();
        CommitOutcome told = untold.remove(batch.operationId());
        if (told != null) {
            return told;
        }
        boolean isUnknown = random.nextInt(100) < unknownPercent;
        if (isUnknown && random.nextBoolean()) {
            return CommitOutcome.Unknown.INSTANCE;
        }
        CommitOutcome outcome = super.commit(partition, batch, expectations, durability);
        if (isUnknown) {
            if (outcome instanceof CommitOutcome.Applied) {
                untold.put(batch.operationId(), outcome);
            }
            return CommitOutcome.Unknown.INSTANCE;
        }
        return outcome;
    }

    @Override
    public Head head(Partition partition) {
        pause.run();
        return super.head(partition);
    }

    @Override
    public HeadRead readAtHead(Partition partition, List<Cell> cells) {
        pause.run();
        return super.readAtHead(partition, cells);
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        pause.run();
        return super.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        pause.run();
        List<byte @Nullable []> found = super.multiGet(partition, space, keys);
        pauseBehind.run();
        return found;
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        pause.run();
        return super.scan(partition, space, range, direction, limit);
    }

    @Override
    public void close() {}
}
