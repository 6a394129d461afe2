package dev.mayfly.engine.hidden;

import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.HiddenByDeadline;

/** Sorts hidden documents into the buckets of a range. A hot path; for one count. */
final class QueueScanCount {
    private final ForecastRange range;
    private final long[] grace;
    private final long[] graceBytes;
    private final long[] overdue;
    private final long[] overdueBytes;

    QueueScanCount(ForecastRange range) {
        this.range = range;
        this.grace = new long[range.buckets()];
        this.graceBytes = new long[range.buckets()];
        this.overdue = new long[range.buckets()];
        this.overdueBytes = new long[range.buckets()];
    }

    void add(long deadline, boolean dead, long bytes) {
        if (range.contains(deadline)) {
            int bucket = range.bucketOf(deadline);
            (dead ? overdue : grace)[bucket]++;
            (dead ? overdueBytes : graceBytes)[bucket] += bytes;
        }
    }

    HiddenByDeadline standing() {
        return new HiddenByDeadline(range, Amount.list(grace, graceBytes), Amount.list(overdue, overdueBytes));
    }
}
