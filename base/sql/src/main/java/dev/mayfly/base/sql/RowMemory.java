package dev.mayfly.base.sql;

import dev.mayfly.base.query.RequestGuard;

/**
 * The memory of one operator: what it may still hold, and what it holds in the name of its request. A language derives its
 * own, which knows how its values are kept and how it words that there is no more. Used by one thread.
 */
public abstract class RowMemory<V> {
    private final RequestGuard guard = RequestGuard.current();
    private final long bytesMax;
    private long taken;

    protected RowMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Returns a value that holds no more than itself, where another may hold the whole document it was found in. */
    public abstract V keep(V value);

    protected abstract RuntimeException exceeded(long taken, long bytesMax);

    public final void take(long bytes) {
        guard.hold(bytes);
        taken += bytes;
        if (taken > bytesMax) {
            throw exceeded(taken, bytesMax);
        }
    }

    public final long taken() {
        return taken;
    }

    /** Says that nothing of it is held any more. */
    public final void letGo() {
        guard.letGo(taken);
        taken = 0;
    }
}
