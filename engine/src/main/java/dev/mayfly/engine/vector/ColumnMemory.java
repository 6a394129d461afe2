package dev.mayfly.engine.vector;

import java.util.LinkedHashMap;
import java.util.Map;

/** The memory that the columns of all collections share: the one that was not used for longest makes room. Safe for concurrent use. */
public final class ColumnMemory {
    private static final int COLUMNS = 16;
    private static final float LOAD = 0.75f;

    private final long bytesMax;
    private final Map<VectorColumn, Lease> leases = new LinkedHashMap<>(COLUMNS, LOAD, true);
    private long taken;

    private record Lease(long bytes, Runnable end) {}

    public ColumnMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * Takes memory for a column, if there can be as much.
     *
     * @param end called if another needs the room
     */
    synchronized boolean take(VectorColumn column, long bytes, Runnable end) {
        if (bytes > bytesMax) {
            return false;
        }
        while (taken + bytes > bytesMax) {
            Map.Entry<VectorColumn, Lease> eldest = leases.entrySet().iterator().next();
            giveBack(eldest.getKey());
            eldest.getValue().end.run();
        }
        leases.put(column, new Lease(bytes, end));
        taken += bytes;
        return true;
    }

    /** Says that a column is used now. */
    synchronized void use(VectorColumn column) {
        leases.get(column);
    }

    synchronized void giveBack(VectorColumn column) {
        Lease lease = leases.remove(column);
        taken -= lease == null ? 0 : lease.bytes;
    }

    /** The number of bytes that are taken now. */
    public synchronized long taken() {
        return taken;
    }
}
