package dev.mayfly.app.console.event;

import dev.mayfly.app.console.error.AdminErrors;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.webhook.EventLag;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventFollower;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.face.transport.http.HttpBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** All subscribers that follow events over HTTP. Safe for concurrent use. */
final class EventStreams implements AutoCloseable {
    /*
     * A subscriber is a virtual thread that waits for the log or for its peer, and holds at most one page. While the
     * peer takes nothing the log goes on without it; a subscriber that falls behind the kept events is told so and
     * disconnected.
     */
    static final int SUBSCRIBERS_MAX = 256;
    private static final int PAGE_EVENTS = 500;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final EventLog log;
    private final EventView.Maker views;
    private final Clock wall;
    private final long heartbeatNanos;
    private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder delivered = new LongAdder();
    private volatile boolean closed;

    /** @param wall by which events are announced */
    EventStreams(EventLog log, EventView.Maker views, Clock wall) {
        this(log, views, wall, HEARTBEAT);
    }

    EventStreams(EventLog log, EventView.Maker views, Clock wall, Duration heartbeat) {
        this.log = log;
        this.views = views;
        this.wall = wall;
        this.heartbeatNanos = heartbeat.toNanos();
    }

    /** The lag of one subscriber. */
    record Lag(String subscriber, double seconds) {}

    private record Subscriber(String name, EventFollower follower) {}

    /** Refuses one more than there may be. */
    void requireRoom() {
        if (closed || subscribers.size() >= SUBSCRIBERS_MAX) {
            throw new AdminException(
                    503, "too_many_subscribers", "at most " + SUBSCRIBERS_MAX + " may follow events at once");
        }
    }

    /** Sends events until the peer, or the server, has enough of it. */
    void run(EventQuery wanted, EventProgress from, HttpBody.Stream stream) {
        if (!wanted.documents()) {
            serve(wanted, from, stream);
            return;
        }
        try (EventLog.DocumentsWanted _ = log.wantDocuments(wanted.scope())) {
            serve(wanted, from, stream);
        }
    }

    private void serve(EventQuery wanted, EventProgress from, HttpBody.Stream stream) {
        try (EventFollower follower = log.follow(wanted.scope(), from)) {
            Subscriber subscriber = new Subscriber("stream-" + numbers.incrementAndGet(), follower);
            subscribers.add(subscriber);
            try {
                stream.send(mark(from.equals(EventProgress.START) ? log.oldest(wanted.scope()) : from));
                follow(follower, wanted, stream);
            } finally {
                subscribers.remove(subscriber);
            }
        } catch (EngineException failure) {
            stream.send(farewell(wanted.scope(), failure.error()));
        }
    }

    private void follow(EventFollower follower, EventQuery wanted, HttpBody.Stream stream) {
        while (stream.isOpen() && !closed && !follower.isClosed()) {
            EventPage page = follower.next(PAGE_EVENTS, heartbeatNanos);
            if (page.events().isEmpty() && follower.isClosed()) {
                return;
            }
            if (page.events().isEmpty()) {
                // The position is sent even without events: otherwise a subscriber of a quiet collection would return
                // with a token too old.
                stream.send(mark(page.next()));
                continue;
            }
            StringBuilder lines = new StringBuilder(page.events().size() * 256);
            for (Event event : page.events()) {
                EventView view = views.view(event, wanted.documents());
                lines.append("id: ").append(view.token()).append("\nevent: ").append(view.kind());
                lines.append("\ndata: ").append(ApiAnswers.text(view)).append("\n\n");
            }
            stream.send(lines.toString().getBytes(StandardCharsets.UTF_8));
            delivered.add(page.events().size());
        }
    }

    /** A comment that also says where the stream stands. */
    private static byte[] mark(EventProgress progress) {
        return (": here\nid: " + EventTokens.of(progress) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private byte[] farewell(EventScope scope, EngineError error) {
        boolean lost = error instanceof EngineError.HistoryLost;
        Object said = lost
                ? new Lost("the events behind this token are not kept any more", EventTokens.of(log.oldest(scope)))
                : new Failed(AdminErrors.of(error).text());
        String kind = lost ? "lost" : "failed";
        return ("event: " + kind + "\ndata: " + ApiAnswers.text(said) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** @param oldest from where events are kept */
    private record Lost(String message, String oldest) {}

    private record Failed(String message) {}

    double delivered() {
        return delivered.doubleValue();
    }

    int subscribers() {
        return subscribers.size();
    }

    /** Returns the time for which the next event of each subscriber has waited. */
    List<Lag> lags() {
        List<Lag> lags = new ArrayList<>();
        for (Subscriber subscriber : subscribers) {
            EventFollower follower = subscriber.follower();
            lags.add(new Lag(subscriber.name(), EventLag.seconds(log, follower.scope(), follower.progress(), wall)));
        }
        return lags;
    }

    /** Lets all subscribers go, and takes no more. */
    @Override
    public void close() {
        closed = true;
        subscribers.forEach(subscriber -> subscriber.follower().close());
    }
}
