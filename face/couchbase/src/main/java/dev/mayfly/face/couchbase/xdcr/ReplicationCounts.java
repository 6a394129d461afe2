package dev.mayfly.face.couchbase.xdcr;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** What a replication has done since the server was started. Written by the thread of its replicator, read by any. */
public final class ReplicationCounts {
    /** Of the average time that a page of changes takes, the last page is an eighth. */
    private static final int AVERAGE_OVER = 8;

    private static final int KINDS = ReplicationKind.values().length;

    /** What has become of a change. */
    enum Result {
        RECEIVED("docs_received_from_dcp", "_received_from_dcp"),
        WRITTEN("docs_written", "_docs_written"),
        FILTERED("docs_filtered", "_filtered"),
        /** The target was asked, and has something newer, or the same. */
        FAILED_AT_SOURCE("docs_failed_cr_source", "_failed_cr_source"),
        /** The target has refused it, since it has something newer, or the same. */
        FAILED_AT_TARGET("docs_failed_cr_target", "_failed_cr_target"),
        /** The target has no collection for it. */
        UNMAPPED("docs_unmapped", "_unmapped");

        private final String all;
        private final String ofKind;

        Result(String all, String ofKind) {
            this.all = all;
            this.ofKind = ofKind;
        }
    }

    private final AtomicLongArray results = new AtomicLongArray(Result.values().length * KINDS);
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong optimistic = new AtomicLong();
    final AtomicLong binaryFiltered = new AtomicLong();
    final AtomicLong expiryStripped = new AtomicLong();
    final AtomicLong unfilterable = new AtomicLong();
    final AtomicLong checkpoints = new AtomicLong();
    final AtomicLong failedCheckpoints = new AtomicLong();
    private volatile double rate;
    private volatile double bandwidth;
    private volatile double latencyNanos;
    private long measuredAt;
    private long writtenThen;
    private long bytesThen;

    void add(Result result, ReplicationKind kind) {
        results.incrementAndGet(result.ordinal() * KINDS + kind.ordinal());
    }

    private long of(Result result) {
        long sum = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            sum += results.get(result.ordinal() * KINDS + kind);
        }
        return sum;
    }

    /** The number of changes that the target has taken. */
    public long written() {
        return of(Result.WRITTEN);
    }

    /** Notes how long the target took for a page. */
    void tookNanos(long nanos) {
        latencyNanos = latencyNanos == 0 ? nanos : latencyNanos + (nanos - latencyNanos) / AVERAGE_OVER;
    }

    /** Measures the rates since the last time; called about once a second. */
    void measure(long now) {
        double seconds = Math.max(1, now - measuredAt) / 1e9;
        if (measuredAt != 0) {
            rate = (written() - writtenThen) / seconds;
            bandwidth = (bytes.get() - bytesThen) / seconds;
        }
        measuredAt = now;
        writtenThen = written();
        bytesThen = bytes.get();
    }

    /**
     * Returns every statistic by the name that clients have for it.
     *
     * @param changesLeft the number of changes that are still to be looked at
     */
    Map<String, Double> byName(long changesLeft) {
        Map<String, Double> all = new TreeMap<>();
        for (Result result : Result.values()) {
            all.put(result.all, (double) of(result));
            for (ReplicationKind kind : ReplicationKind.values()) {
                all.put(kind.word() + result.ofKind, (double) results.get(result.ordinal() * KINDS + kind.ordinal()));
            }
        }
        all.put("changes_left", (double) changesLeft);
        long done = of(Result.WRITTEN)
                + of(Result.FILTERED)
                + of(Result.FAILED_AT_SOURCE)
                + of(Result.FAILED_AT_TARGET)
                + of(Result.UNMAPPED);
        all.put("docs_processed", (double) done);
        all.put("docs_checked", (double) done);
        all.put("data_replicated", bytes.doubleValue());
        all.put("docs_opt_repd", optimistic.doubleValue());
        all.put("binary_filtered", binaryFiltered.doubleValue());
        all.put("expiry_stripped", expiryStripped.doubleValue());
        all.put("docs_unable_to_filter", unfilterable.doubleValue());
        all.put("num_checkpoints", checkpoints.doubleValue());
        all.put("num_failedckpts", failedCheckpoints.doubleValue());
        all.put("rate_replicated", rate);
        all.put("bandwidth_usage", bandwidth);
        all.put("wtavg_docs_latency", latencyNanos / 1e6);
        return all;
    }
}
