package dev.mayfly.engine.read;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that a scan has still to visit, in its order. The request holds their memory; must be closed. */
final class LivingKeys implements AutoCloseable {
    private static final int KEY_OVERHEAD_BYTES = 32;

    private final RequestGuard guard;
    private final List<byte[]> keys;
    private final long heldBytes;
    private int next;

    /** @param after the key that the scan has passed last, or null */
    LivingKeys(
            List<byte[]> all, List<KeyRange> ranges, Direction direction, byte @Nullable [] after, RequestGuard guard) {
        Comparator<byte[]> order = direction == Direction.FORWARD
                ? Arrays::compareUnsigned
                : (one, other) -> Arrays.compareUnsigned(other, one);
        List<byte[]> wanted = new ArrayList<>(all.size());
        long bytes = 0;
        for (byte[] key : all) {
            if ((after == null || order.compare(key, after) > 0) && isWithin(ranges, key)) {
                wanted.add(key);
                bytes += key.length + KEY_OVERHEAD_BYTES;
            }
        }
        guard.hold(bytes);
        wanted.sort(order);
        this.guard = guard;
        this.keys = wanted;
        this.heldBytes = bytes;
    }

    private static boolean isWithin(List<KeyRange> ranges, byte[] key) {
        for (KeyRange range : ranges) {
            if (range.contains(key)) {
                return true;
            }
        }
        return false;
    }

    byte @Nullable [] next() {
        return next == keys.size() ? null : keys.get(next++);
    }

    @Override
    public void close() {
        guard.letGo(heldBytes);
    }
}
