package dev.mayfly.app.cli.show;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.SystemClock;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One line that shows the progress, the speed and the time left. */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 30;
    private static final long REDRAWN_NANOS = Duration.ofMillis(100).toNanos();
    private static final long MILLIS_A_SECOND = 1_000;

    private final @Nullable PrintWriter err;
    private final String what;
    private final String unit;
    private final Clock clock;
    private final long begun;
    private long drawn = Long.MIN_VALUE;

    Progress(@Nullable PrintWriter err, String what, String unit) {
        this(err, what, unit, SystemClock.INSTANCE);
    }

    /** @param err where to draw, or null for nowhere */
    Progress(@Nullable PrintWriter err, String what, String unit, Clock clock) {
        this.err = err;
        this.what = what;
        this.unit = unit;
        this.clock = clock;
        this.begun = clock.tickNanos();
    }

    /**
     * Shows the progress.
     *
     * @param total the amount of work, or 0 while unknown
     */
    public void advance(long done, long total) {
        long now = clock.tickNanos();
        boolean isDue = drawn == Long.MIN_VALUE || now - drawn >= REDRAWN_NANOS || done == total;
        if (err != null && isDue) {
            drawn = now;
            err.print("\r" + line(done, total, Duration.ofNanos(now - begun).toMillis()) + "\u001b[K");
            err.flush();
        }
    }

    private String line(long done, long total, long millis) {
        double rate = millis == 0 ? 0 : (double) done * MILLIS_A_SECOND / millis;
        String speed = amount((long) rate) + "/s";
        if (total <= 0) {
            return what + "  " + amount(done) + "  " + speed;
        }
        double part = Math.min(1, (double) done / total);
        int full = (int) Math.round(part * WIDTH);
        String bar = "█".repeat(full) + "░".repeat(WIDTH - full);
        String left =
                rate == 0 ? "" : "  " + Words.duration(Math.round((total - done) / rate) * MILLIS_A_SECOND) + " left";
        return what + "  " + bar + "  " + Math.round(part * 100) + " %  " + speed + left;
    }

    private String amount(long amount) {
        return unit.equals("bytes") ? Words.bytes(amount) : Words.count(amount) + " " + unit;
    }

    /** Ends the line. */
    @Override
    public void close() {
        if (err != null && drawn != Long.MIN_VALUE) {
            err.println();
        }
    }
}
