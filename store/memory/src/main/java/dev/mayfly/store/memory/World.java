package dev.mayfly.store.memory;

import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything a store holds at one instant; immutable.
 *
 * <p>One map a space. Its keys are the partition's number in four big-endian bytes and then the key, so that a partition
 * is a range.
 */
final class World {
    /** The number of bytes of a map's key that name the partition. */
    static final int PREFIX = Integer.BYTES;

    private static final int SPACES =
            1 + EnumSet.allOf(Space.class).stream().mapToInt(Space::code).max().orElse(0);
    private static final int ENTRY_OVERHEAD = 72;

    static final World EMPTY = new World(new Treap[SPACES], 0);

    private final @Nullable Treap[] roots;
    private final long bytes;

    private World(@Nullable Treap[] roots, long bytes) {
        this.roots = roots;
        this.bytes = bytes;
    }

    /** The approximate size of keys, values and nodes. */
    long bytes() {
        return bytes;
    }

    @Nullable
    Treap root(Space space) {
        return roots[space.code()];
    }

    byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        Treap entry = Treap.find(root(space), placed(partition, key));
        return entry == null ? null : entry.value;
    }

    static byte[] placed(Partition partition, byte[] key) {
        byte[] placed = new byte[PREFIX + key.length];
        int id = partition.id();
        placed[0] = (byte) (id >>> 24);
        placed[1] = (byte) (id >>> 16);
        placed[2] = (byte) (id >>> 8);
        placed[3] = (byte) id;
        System.arraycopy(key, 0, placed, PREFIX, key.length);
        return placed;
    }

    /** The range inside a space's map; without an upper end only for the very last partition. */
    static KeyRange placed(Partition partition, byte[] from, byte @Nullable [] until) {
        byte[] first = placed(partition, from);
        if (until != null) {
            return new KeyRange(first, placed(partition, until));
        }
        return new KeyRange(first, KeyRange.after(placed(partition, new byte[0])));
    }

    List<Expectation> failed(Partition partition, List<Expectation> expectations) {
        if (expectations.isEmpty()) {
            return List.of();
        }
        List<Expectation> failed = new ArrayList<>(0);
        for (Expectation expectation : expectations) {
            byte[] value = get(partition, expectation.space(), expectation.key());
            boolean holds = switch (expectation) {
                case Expectation.Absent _ -> value == null;
                case Expectation.Version(var _, var _, long version) -> isOfVersion(value, version);
            };
            if (!holds) {
                failed.add(expectation);
            }
        }
        return failed;
    }

    private static boolean isOfVersion(byte @Nullable [] value, long version) {
        return value != null
                && value.length >= Long.BYTES
                && ByteBuffer.wrap(value).getLong() == version;
    }

    World with(Partition partition, WriteBatch batch) {
        @Nullable Treap[] next = roots.clone();
        long size = bytes;
        for (WriteBatch.Write write : batch.writes()) {
            int at = write.space().code();
            Treap root = next[at];
            switch (write) {
                case WriteBatch.Put(var _, var key, var value) -> {
                    byte[] placed = placed(partition, key);
                    size += sizeOf(placed, value) - sizeOf(Treap.find(root, placed));
                    next[at] = Treap.put(root, placed, value);
                }
                case WriteBatch.Delete(var _, var key) -> {
                    byte[] placed = placed(partition, key);
                    size -= sizeOf(Treap.find(root, placed));
                    next[at] = Treap.remove(root, placed);
                }
                case WriteBatch.DeleteRange(var _, var from, var until) -> {
                    KeyRange range = placed(partition, from, until);
                    Treap tail = Treap.notBelow(root, range.from());
                    byte[] end = range.until();
                    Treap gone = end == null ? tail : Treap.below(tail, end);
                    Treap rest = end == null ? null : Treap.notBelow(tail, end);
                    size -= sizeOfAll(gone);
                    next[at] = Treap.merge(Treap.below(root, range.from()), rest);
                }
            }
        }
        return new World(next, size);
    }

    private static long sizeOf(byte[] key, byte[] value) {
        return (long) key.length + value.length + ENTRY_OVERHEAD;
    }

    private static long sizeOf(@Nullable Treap entry) {
        return entry == null ? 0 : sizeOf(entry.key, entry.value);
    }

    private static long sizeOfAll(@Nullable Treap root) {
        return root == null ? 0 : sizeOf(root) + sizeOfAll(root.left) + sizeOfAll(root.right);
    }
}
