package dev.mayfly.store.cassandra;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A store that begins empty, inside of one that does not: the partitions of each folder are others, which nobody has used.
 * Making tables or emptying them would take longer than all else in a test.
 */
final class FreshPartitions extends ForwardingStore {
    private record Place(Path folder, Partition partition) {}

    private static final Map<Place, Partition> TAKEN = new ConcurrentHashMap<>();
    private static final AtomicInteger LAST = new AtomicInteger();

    private final Path folder;

    FreshPartitions(Store store, Path folder) {
        super(store);
        this.folder = folder;
    }

    /** Reversed, so that ids of all sizes and of both signs are used. */
    private Partition fresh(Partition partition) {
        return TAKEN.computeIfAbsent(
                new Place(folder, partition), _ -> new Partition(Integer.reverse(LAST.incrementAndGet())));
    }

    @Override
    public Head head(Partition partition) {
        return super.head(fresh(partition));
    }

    @Override
    public HeadRead readAtHead(Partition partition, List<Cell> cells) {
        return super.readAtHead(fresh(partition), cells);
    }

    @Override
    public CommitOutcome commit(
            Partition partition, WriteBatch batch, List<Expectation> expectations, Durability durability) {
        return super.commit(fresh(partition), batch, expectations, durability);
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        return super.get(fresh(partition), space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return super.multiGet(fresh(partition), space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        return super.scan(fresh(partition), space, range, direction, limit);
    }

    @Override
    public long moment(Partition partition) {
        return super.moment(fresh(partition));
    }

    @Override
    public List<Expectation> unmet(Partition partition, List<Expectation> expectations) {
        return super.unmet(fresh(partition), expectations);
    }
}
