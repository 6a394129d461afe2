package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.face.mongo.language.QueryException;
import dev.mayfly.face.mongo.language.value.Refusals;
import java.util.function.Supplier;

/** How much a stage that holds rows may hold. Used by one thread. */
final class MemoryBudget {
    /** Mongo's bound for a stage. */
    static final long STAGE_BYTES_MAX = 100L << 20;

    private static final int OUT_OF_DISK_SPACE = 14031;

    private final String stage;
    private final long bytesMax;
    private long bytes;

    MemoryBudget(String stage) {
        this(stage, STAGE_BYTES_MAX);
    }

    MemoryBudget(String stage, long bytesMax) {
        this.stage = stage;
        this.bytesMax = bytesMax;
    }

    /** Refuses when the sum of all that was taken goes beyond the bound. */
    void take(long more) {
        bytes += more;
        if (bytes > bytesMax) {
            throw exceeded(stage);
        }
    }

    /** Does what may need more memory, or more disk, than there is for it. */
    static <T> T within(String stage, Supplier<T> work) {
        try {
            return work.get();
        } catch (MemoryLimitExceeded _) {
            throw exceeded(stage);
        } catch (SpillException failure) {
            throw new QueryException(
                    OUT_OF_DISK_SPACE, "OutOfDiskSpace", stage + " cannot use the disk: " + failure.getMessage());
        }
    }

    static QueryException exceeded(String stage) {
        return Refusals.memoryLimit("Exceeded memory limit for " + stage
                + ", but didn't allow external sort. Pass allowDiskUse:true to opt in.");
    }
}
