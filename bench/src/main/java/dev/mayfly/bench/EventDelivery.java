package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventFollower;
import dev.mayfly.engine.event.EventScope;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Measures how long after a document's deadline its event reaches a follower, at a given rate. */
final class EventDelivery {
    private static final int PER_SECOND = 5_000;
    private static final int SECONDS = 20;
    private static final int WARM_UP_SECONDS = 5;
    private static final int PAGE = 500;
    private static final Duration AHEAD = Duration.ofSeconds(10);

    private final Rig rig;

    /** @param rig on the machine's clock */
    EventDelivery(Rig rig) {
        this.rig = rig;
    }

    void run() {
        rig.changePolicy(0);
        long first = SystemClock.INSTANCE.wallMillis() + AHEAD.toMillis();
        int documents = PER_SECOND * SECONDS;
        Histogram fromDeadline = new Histogram(3);
        Histogram fromAnnouncement = new Histogram(3);
        try (EventFollower follower = rig.engine()
                .events()
                .follow(EventScope.ALL, rig.engine().events().now(EventScope.ALL))) {
            rig.loadAt(0, documents, first, PER_SECOND / 1_000);
            int heard = 0;
            while (heard < documents) {
                for (Event event :
                        follower.next(PAGE, Duration.ofMinutes(1).toNanos()).events()) {
                    heard++;
                    long now = SystemClock.INSTANCE.wallMillis();
                    if (event.deadline() >= first + WARM_UP_SECONDS * 1_000L) {
                        fromDeadline.recordValue(Math.max(0, now - event.deadline()));
                        fromAnnouncement.recordValue(Math.max(0, now - event.announcedAt()));
                    }
                }
            }
        }
        say("event, from deadline to follower", fromDeadline);
        say("event, from announcement to follower", fromAnnouncement);
    }

    private static void say(String what, Histogram millis) {
        Meter.say(
                "%s at %,d/s: p50 %d ms, p99 %d ms, worst %d ms",
                what,
                PER_SECOND,
                millis.getValueAtPercentile(50),
                millis.getValueAtPercentile(99),
                millis.getMaxValue());
    }
}
