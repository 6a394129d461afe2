package dev.mayfly.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Says whether what a face remembers of its records is as new as what other engines have written. The face reads them anew
 * under a lock of its own: until that is done the copy is old, so that a request which comes meanwhile waits for the lock
 * and goes by nothing older. Safe for concurrent use.
 */
public final class RecordsCopy {
    private static final long NEVER = -1;

    private final AtomicLong changes = new AtomicLong();
    private volatile long read = NEVER;

    /** Creates a copy that was not read yet. */
    public RecordsCopy(FaceRecords records) {
        records.onChange(changes::incrementAndGet);
    }

    /** Returns true if others may have changed records since they were read. */
    public boolean isOld() {
        return read != changes.get();
    }

    /**
     * Runs an action that reads the records, unless another thread has done so since they were changed. If it fails the copy
     * stays old. To be called under the lock of the face.
     *
     * @return whether the action was run
     */
    public boolean readAnew(Runnable action) {
        long now = changes.get();
        if (read == now) {
            return false;
        }
        action.run();
        read = now;
        return true;
    }
}
