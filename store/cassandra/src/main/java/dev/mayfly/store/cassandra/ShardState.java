package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.Turn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What this process remembers of a partition. All but the lock is used by the thread that holds it. */
final class ShardState {
    /** The number of operations whose outcome may be open at once; a caller that gives one up leaves it here for good. */
    private static final int OPEN_MAX = 1_024;

    /** One batch of this process is on its way at a time: more would only make each other fail. */
    final ReentrantLock writing = new ReentrantLock();

    private final Map<Long, Turn> open = new LinkedHashMap<>();
    private Turn seen = Turn.NONE;

    /** A turn that was the last at some time; a hint and no more, since other processes write too. */
    Turn seen() {
        return seen;
    }

    void see(Turn turn) {
        seen = turn;
    }

    /** The turn on which the operation stood when its outcome stayed unknown, or null if it did not. */
    @Nullable
    Turn openSince(long operation) {
        return open.get(operation);
    }

    void leaveOpen(long operation, Turn stoodOn) {
        open.put(operation, stoodOn);
        if (open.size() > OPEN_MAX) {
            open.remove(open.keySet().iterator().next());
        }
    }

    void settle(long operation) {
        open.remove(operation);
    }
}
