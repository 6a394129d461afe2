package dev.mayfly.engine.sequence;

import dev.mayfly.engine.format.Layout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How far the sweeper has announced what stands in each queue and is not destroyed yet. Guarded by the latch of the shard. */
public final class AnnouncedQueues {
    /*
     * A writer may put an entry below the position, of a document that has expired already. It lowers the position to its
     * entry, also while a pass is under way, which then ends where the writer has been.
     */
    private final Map<Integer, byte[]> positions = new HashMap<>();

    /** The key up to which everything was announced, or the given one if that is behind it. */
    public byte[] from(int queue, byte[] mark) {
        byte[] position = positions.get(queue);
        return position == null || Arrays.compareUnsigned(position, mark) < 0 ? mark : position;
    }

    /** Everything in a queue up to here is about to be announced. */
    public void advance(int queue, byte[] frontier) {
        positions.put(queue, frontier);
    }

    /** Has these entries be looked at by the next pass. */
    public void lower(List<byte[]> queueKeys) {
        for (int index = 0; index < queueKeys.size() && !positions.isEmpty(); index++) {
            byte[] key = queueKeys.get(index);
            byte[] position = positions.get((int) Layout.INT.get(key, 1));
            if (position != null && Arrays.compareUnsigned(key, position) < 0) {
                positions.put((int) Layout.INT.get(key, 1), key);
            }
        }
    }

    /** Has everything that stands in a queue be looked at again. */
    public void forget(int queue) {
        positions.remove(queue);
    }
}
