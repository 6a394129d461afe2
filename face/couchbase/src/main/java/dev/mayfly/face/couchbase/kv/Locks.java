package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.clock.Clock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/** The locks on documents. In memory alone: a restart releases all of them. Safe for concurrent use. */
final class Locks {
    /*
     * Locking a document gives it a new CAS, as any write does, and the lock is a note about that CAS: it holds for as
     * long as the document has it. Any later write of the document ends the lock without having to find it; and of two
     * that lock at once, one meets the other's write as every writer does. The note is made before the write, when no
     * document has the CAS yet, so that no reader sees the document unlocked after it.
     */
    static final int HELD_MAX = 100_000;

    private final Clock machine;
    private final ConcurrentHashMap<Long, Long> ends = new ConcurrentHashMap<>();

    /** @param machine by whose tick locks end */
    Locks(Clock machine) {
        this.machine = machine;
    }

    /** @return whether there was room for one more */
    boolean take(long cas, int seconds) {
        long now = machine.tickNanos();
        if (ends.size() >= HELD_MAX) {
            ends.values().removeIf(end -> end - now <= 0);
            if (ends.size() >= HELD_MAX) {
                return false;
            }
        }
        ends.put(cas, now + Duration.ofSeconds(seconds).toNanos());
        return true;
    }

    /** Returns whether the document that has this CAS is locked. */
    boolean holds(long cas) {
        if (ends.isEmpty()) {
            return false;
        }
        Long end = ends.get(cas);
        return end != null && end - machine.tickNanos() > 0;
    }

    /** @return whether it was held until now */
    boolean release(long cas) {
        if (ends.isEmpty()) {
            return false;
        }
        Long end = ends.remove(cas);
        return end != null && end - machine.tickNanos() > 0;
    }
}
