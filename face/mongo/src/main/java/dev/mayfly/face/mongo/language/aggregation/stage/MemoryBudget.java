package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import java.util.function.Supplier;

/** Limit on the memory of a stage that holds rows, as a part of its request's memory. Used by one thread. */
public final class MemoryBudget implements AutoCloseable {
    /** Mongo's bound for a stage. */
    public static final long STAGE_BYTES_MAX = 100L << 20;

    private static final int OUT_OF_DISK_SPACE = 14031;

    private final String stage;
    private final long bytesMax;
    private final RequestMemory memory = RequestGuard.current().memory();
    private long bytes;

    public MemoryBudget(String stage) {
        this(stage, STAGE_BYTES_MAX);
    }

    public MemoryBudget(String stage, long bytesMax) {
        this.stage = stage;
        this.bytesMax = bytesMax;
    }

    /** Refuses when the sum of all that was taken goes beyond the bound, or beyond what the request may hold. */
    public void take(long more) {
        if (bytes + more > bytesMax) {
            throw exceeded(stage);
        }
        try {
            memory.charge(more);
        } catch (MemoryLimitExceeded exceeded) {
            throw QueryRefusals.memoryExceeded(exceeded);
        }
        bytes += more;
    }

    /** Says that a part of it is held no longer. */
    public void giveBack(long less) {
        memory.release(less);
        bytes -= less;
    }

    /** Says that nothing is held any longer. */
    @Override
    public void close() {
        memory.release(bytes);
        bytes = 0;
    }

    /** Does what may need more memory, or more disk, than there is for it. */
    public static <T> T within(String stage, Supplier<T> work) {
        try {
            return work.get();
        } catch (MemoryLimitExceeded exceeded) {
            throw exceeded.bound() == MemoryLimitExceeded.Bound.OPERATOR
                    ? exceeded(stage)
                    : QueryRefusals.memoryExceeded(exceeded);
        } catch (SpillException failure) {
            throw new QueryException(
                    OUT_OF_DISK_SPACE, "OutOfDiskSpace", stage + " cannot use the disk: " + failure.getMessage());
        }
    }

    public static QueryException exceeded(String stage) {
        return QueryRefusals.memoryLimit("Exceeded memory limit for " + stage
                + ", but didn't allow external sort. Pass allowDiskUse:true to opt in.");
    }
}
