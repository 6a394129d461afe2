package dev.mayfly.base.query;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.View;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** Remembers values it has seen, equal numbers of different types being one. Used by one thread. */
public final class DistinctValues {
    private static final int VALUE_OVERHEAD_BYTES = 112;

    private final long bytesMax;
    private final Set<ByteBuffer> seen = new HashSet<>();
    private final KeyWriter writer = new KeyWriter();
    private final RequestMemory memory = RequestGuard.current().memory();
    private long bytes;

    public DistinctValues(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * True when no equal value was added before.
     *
     * @throws MemoryLimitExceeded when the values seen exceed the bound, or what their request may hold
     */
    public boolean add(View value) {
        byte[] key = writer.reset().append(value, false).toBytes();
        if (!seen.add(ByteBuffer.wrap(key))) {
            return false;
        }
        bytes += key.length + VALUE_OVERHEAD_BYTES;
        if (bytes > bytesMax) {
            throw new MemoryLimitExceeded(bytesMax);
        }
        memory.hold(key.length + VALUE_OVERHEAD_BYTES);
        return true;
    }

    public int size() {
        return seen.size();
    }
}
