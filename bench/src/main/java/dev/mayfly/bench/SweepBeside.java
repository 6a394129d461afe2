package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.store.api.Durability;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Measures sweeping and clients beside each other, on the machine's clock and with the sweeper of the server. */
final class SweepBeside {
    private static final int FOREGROUND = 4_000;
    private static final int WINDOW_SECONDS = 8;
    private static final int WARM_UP_SECONDS = 2;
    private static final int STEADY = 5_000;
    private static final int STEADY_SECONDS = 15;
    private static final int STORM_MILLIS = 1_000;
    private static final long WAIT_NANOS = 1_000_000;

    private final Rig rig;
    private final int documents;

    SweepBeside(Rig rig, int documents) {
        this.rig = rig;
        this.documents = documents;
    }

    /** A foreground with and without a sweep at its rate. */
    void foreground() {
        long loadedAt = SystemClock.INSTANCE.wallMillis();
        rig.changePolicy(3 * Rig.DAY_SECONDS);
        rig.loadAt(0, documents, loadedAt - 2 * Rig.DAY_SECONDS * 1000, 10);
        rig.store().compact();
        OpenLoop loop = new OpenLoop(rig, FOREGROUND, documents);
        loop.run(WINDOW_SECONDS);
        Histogram alone = loop.run(WINDOW_SECONDS);
        rig.changePolicy(Rig.DAY_SECONDS);
        Thread sweep = Thread.ofPlatform().start(rig.engine().sweeper()::sweepNow);
        loop.run(WARM_UP_SECONDS);
        long before = rig.collection().storedSize().documents();
        Histogram beside = loop.run(WINDOW_SECONDS);
        long destroyed = before
                + (long) FOREGROUND * WINDOW_SECONDS / 2
                - rig.collection().storedSize().documents();
        Meter.say(
                "foreground of %,d/s: p99 alone %s, beside a sweep %s (p50 %s, %s); destroyed %,d/s%s",
                FOREGROUND,
                OpenLoop.of(alone, 99),
                OpenLoop.of(beside, 99),
                OpenLoop.of(alone, 50),
                OpenLoop.of(beside, 50),
                destroyed / WINDOW_SECONDS,
                sweep.isAlive() ? "" : ", and was done before the window ended");
        rig.engine().sweeper().pause();
        join(sweep);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Measures how long after its deadline each document is destroyed, at a steady rate of documents that live two seconds. */
    void steady() {
        Histogram lags = new Histogram(3);
        rig.engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {
                synchronized (lags) {
                    lags.recordValue(Math.max(0, SystemClock.INSTANCE.wallMillis() - announcement.deadline()));
                }
            }
        });
        long offset = Rig.DAY_SECONDS * 1000;
        long began = SystemClock.INSTANCE.tickNanos();
        int count = STEADY * STEADY_SECONDS;
        for (int number = 0; number < count; number++) {
            long due = began + number * 1_000_000_000L / STEADY;
            while (due - SystemClock.INSTANCE.tickNanos() > 0) {
                LockSupport.parkNanos(due - SystemClock.INSTANCE.tickNanos());
            }
            rig.put(number, SystemClock.INSTANCE.wallMillis() + 2000 - offset, Durability.LOGGED);
        }
        awaitEmpty();
        synchronized (lags) {
            Meter.say(
                    "steady expiry of %,d/s: lag p50 %,d ms, p99 %,d ms, worst %,d ms, of %,d documents",
                    STEADY,
                    lags.getValueAtPercentile(50),
                    lags.getValueAtPercentile(99),
                    lags.getMaxValue(),
                    lags.getTotalCount());
        }
    }

    /** All documents expire within one second; every read on the way is checked. */
    void storm() {
        long date = SystemClock.INSTANCE.wallMillis();
        rig.loadAt(0, documents, date, Math.max(1, documents / STORM_MILLIS));
        long seconds = (SystemClock.INSTANCE.wallMillis() - date) / 1000 + 3;
        rig.changePolicy(seconds);
        long last = date + seconds * 1000 + STORM_MILLIS;
        long reads = 0;
        long early = 0;
        long zombies = 0;
        while (rig.collection().storedSize().documents() > 0) {
            int number = (int) Long.remainderUnsigned(Documents.mix(reads++), documents);
            long deadline = date + number / Math.max(1, documents / STORM_MILLIS) + seconds * 1000;
            long before = SystemClock.INSTANCE.wallMillis();
            boolean there = rig.isThere(number);
            long after = SystemClock.INSTANCE.wallMillis();
            zombies += there && before >= deadline ? 1 : 0;
            early += !there && after < deadline ? 1 : 0;
            LockSupport.parkNanos(WAIT_NANOS);
        }
        Meter.say(
                "storm of %,d in one second: all destroyed %.1f s after the last deadline;"
                        + " %,d reads, %d saw an expired document, %d missed a live one",
                documents, (SystemClock.INSTANCE.wallMillis() - last) / 1e3, reads, zombies, early);
    }

    private void awaitEmpty() {
        while (rig.collection().storedSize().documents() > 0) {
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }
}
