package dev.mayfly.engine.commit;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The latches of all shards of one collection, taken together. A caller that holds them excludes every writer of the
 * collection; one that holds any of them excludes every change of what the shards share. Reentrant.
 */
public final class CommitLatches {
    private final List<CommitLatch> latches;

    /** @param latches in the order in which all callers take them */
    public CommitLatches(List<CommitLatch> latches) {
        this.latches = List.copyOf(latches);
    }

    /** Takes all latches. Not to be called under the latch of one shard alone: two such callers would wait for each other. */
    public void lock() {
        if (!latches.getFirst().isHeldByCurrentThread()) {
            for (int index = 1; index < latches.size(); index++) {
                if (latches.get(index).isHeldByCurrentThread()) {
                    throw new IllegalStateException("a shard's latch is held, and the others are wanted");
                }
            }
        }
        for (int index = 0; index < latches.size(); index++) {
            latches.get(index).lock();
        }
    }

    /** Returns true if the calling thread holds the latches. */
    public boolean areHeldByCurrentThread() {
        return latches.getFirst().isHeldByCurrentThread();
    }

    public void unlock() {
        for (int index = latches.size() - 1; index >= 0; index--) {
            latches.get(index).unlock();
        }
    }

    /** Runs under all latches. */
    public <T extends @Nullable Object> T latched(Supplier<T> work) {
        lock();
        try {
            return work.get();
        } finally {
            unlock();
        }
    }
}
