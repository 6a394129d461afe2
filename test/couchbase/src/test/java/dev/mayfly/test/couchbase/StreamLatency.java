package dev.mayfly.test.couchbase;

import com.couchbase.client.dcp.highlevel.DocumentChange;
import dev.mayfly.base.clock.SystemClock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** From the writing of documents at a steady rate to the moment at which a consumer hears of each. */
final class StreamLatency {
    private static final double MILLIS = 1e6;

    private final long[] nanos;
    private int heard;

    StreamLatency(int count) {
        this.nanos = new long[count];
    }

    /** Writes so many documents a second, each of which says when that was. */
    void write(Wire wire, long perSecond) {
        String filler = "x".repeat(100);
        new PipelinedWriter(wire).write(nanos.length, perSecond, each -> {
            String content = SystemClock.INSTANCE.tickNanos() + " " + filler;
            return Frame.set("l" + each, 0, content).collection(0);
        });
    }

    /** Notes a change that {@link #write} has written. */
    synchronized void hear(DocumentChange change) {
        if (change.getKey().startsWith("l") && heard < nanos.length) {
            String content = new String(change.getContent(), StandardCharsets.UTF_8);
            long written = Long.parseLong(content.substring(0, content.indexOf(' ')));
            nanos[heard++] = SystemClock.INSTANCE.tickNanos() - written;
        }
    }

    synchronized boolean isComplete() {
        return heard == nanos.length;
    }

    /** The percentiles in words. */
    synchronized String percentiles() {
        Arrays.sort(nanos);
        return String.format(
                "p50 %.1f ms, p99 %.1f ms, worst %.1f ms", at(0.5), at(0.99), nanos[nanos.length - 1] / MILLIS);
    }

    private double at(double share) {
        return nanos[(int) (nanos.length * share)] / MILLIS;
    }
}
