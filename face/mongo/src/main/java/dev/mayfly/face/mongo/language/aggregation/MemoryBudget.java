package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.QueryException;
import dev.mayfly.face.mongo.language.value.Refusals;

/** How much a stage that holds rows may hold. Used by one thread. */
final class MemoryBudget {
    /** Mongo's bound for a stage. */
    static final long STAGE_BYTES_MAX = 100L << 20;

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

    static QueryException exceeded(String stage) {
        return Refusals.memoryLimit("Exceeded memory limit for " + stage
                + ", but didn't allow external sort. Pass allowDiskUse:true to opt in.");
    }
}
