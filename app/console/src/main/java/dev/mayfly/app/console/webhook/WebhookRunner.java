package dev.mayfly.app.console.webhook;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventFollower;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one webhook its events, one request after the other, on a virtual thread of its own. */
final class WebhookRunner implements AutoCloseable {
    /*
     * A request is tried until it is taken, or has been tried often enough; then it is a dead letter. Only then its progress
     * moves, and it is on disk before the next request is made: what was taken just before a crash is sent once more.
     */
    private static final Logger LOG = LoggerFactory.getLogger(WebhookRunner.class);

    /** The longest time without storing the position of a webhook that has no events. */
    private static final Duration QUIET = Duration.ofMinutes(10);

    /** The approximate bytes of events in a request. */
    private static final int BODY_BYTES = 1 << 20;

    private final WebhookStore.Kept kept;
    private final Webhook webhook;
    private final Parts parts;
    private final Backoff backoff;
    private final LongAdder delivered = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder dead = new LongAdder();
    private volatile String error = "";
    private volatile EventProgress progress;
    private volatile boolean closed;
    private volatile @Nullable EventFollower follower;
    private volatile EventLog.@Nullable DocumentsWanted wanted;
    private volatile @Nullable CountDownLatch pause;
    private final ReentrantLock steps = new ReentrantLock();
    private final Condition stepped = steps.newCondition();
    private final Thread thread;

    /**
     * The services that runners share.
     *
     * @param engineWall the clock by which events are announced
     * @param machine the wall clock of the machine, for signatures
     * @param timers by the machine's clock
     */
    record Parts(
            EventLog log,
            EventJson json,
            WebhookStore store,
            HookCall call,
            Clock engineWall,
            Clock machine,
            Timers timers,
            long seed) {}

    /** @param progress up to where it was told before */
    WebhookRunner(WebhookStore.Kept kept, EventProgress progress, Parts parts) {
        this.kept = kept;
        this.webhook = kept.webhook();
        this.progress = progress;
        this.parts = parts;
        this.backoff = new Backoff(parts.seed() ^ webhook.name().hashCode());
        this.thread = Thread.ofVirtual().name("webhook-" + webhook.name()).unstarted(this::run);
    }

    void start() {
        if (webhook.documents()) {
            wanted = parts.log().wantDocuments(webhook.scope());
        }
        thread.start();
    }

    /** What it goes by. */
    WebhookStore.Kept kept() {
        return kept;
    }

    WebhookStatus status() {
        double lag = EventLag.seconds(parts.log(), webhook.scope(), progress, parts.engineWall());
        return new WebhookStatus(webhook, progress, lag, delivered.sum(), retried.sum(), dead.sum(), error);
    }

    private void run() {
        while (!closed && !parts.log().isClosed()) {
            try (EventFollower opened = parts.log().follow(webhook.scope(), progress)) {
                follower = opened;
                follow(opened);
            } catch (EngineException failure) {
                recover(failure.error());
            } catch (RuntimeException failure) {
                LOG.error("webhook {} has failed", webhook.name(), failure);
                error = "the server has failed; its log says why";
                await(Backoff.LONGEST);
            }
        }
    }

    private void follow(EventFollower opened) {
        while (!closed && !opened.isClosed()) {
            EventPage page = opened.next(webhook.batch(), QUIET.toNanos());
            int from = 0;
            while (from < page.events().size() && !closed) {
                from = deliver(page.events(), from);
            }
            if (!closed && from == page.events().size()) {
                moveTo(page.next());
            }
        }
    }

    private void recover(EngineError failure) {
        if (failure instanceof EngineError.HistoryLost) {
            EventScope scope = webhook.scope();
            EventProgress oldest = parts.log().oldest(scope);
            giveUp(0, 0, "events were not kept long enough to be told", "");
            moveTo(oldest);
        } else if (!closed) {
            error = "the store does not answer";
            await(Backoff.LONGEST);
        }
    }

    private void moveTo(EventProgress next) {
        if (!next.equals(progress)) {
            parts.store().setProgress(webhook.name(), kept.place(), next);
            progress = next;
            noteStep();
        }
    }

    /** Waits until it has taken what there was, or does not take it, or the time is over. */
    void settle(Duration atMost) {
        long rest = atMost.toNanos();
        steps.lock();
        try {
            while (rest > 0 && !closed && error.isEmpty() && lagsBehind()) {
                rest = stepped.awaitNanos(rest);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            steps.unlock();
        }
    }

    private boolean lagsBehind() {
        try {
            return parts.log().waitingSince(webhook.scope(), progress) != 0;
        } catch (EngineException lost) {
            return false;
        }
    }

    private void noteStep() {
        steps.lock();
        try {
            stepped.signalAll();
        } finally {
            steps.unlock();
        }
    }

    /** Sends events from one place on, as many as one request takes; answers the place behind them. */
    private int deliver(List<Event> events, int from) {
        StringBuilder body =
                new StringBuilder("{\"webhook\":\"").append(webhook.name()).append("\",\"events\":[");
        int next = from;
        while (next < events.size() && (next == from || body.length() < BODY_BYTES)) {
            body.append(next == from ? "" : ",").append(parts.json().text(events.get(next), webhook.documents()));
            next++;
        }
        String text = body.append("]}").toString();
        boolean taken = attempt(text, next - from);
        if (taken || !closed) {
            moveTo(events.get(next - 1).progress());
        }
        delivered.add(taken ? next - from : 0);
        return next;
    }

    /** Answers whether it was taken in the end; if not it is a dead letter, unless this was closed. */
    private boolean attempt(String body, int events) {
        for (int attempt = 1; !closed; attempt++) {
            try {
                send(body, attempt);
                error = "";
                return true;
            } catch (HookCall.RefusedException refused) {
                if (closed) {
                    // It was let go in the middle, which says nothing about the server.
                    return false;
                }
                noteFailure(refused.text());
            }
            if (attempt >= webhook.attempts()) {
                giveUp(events, attempt, error, body);
                return false;
            }
            await(backoff.after(attempt));
            retried.increment();
        }
        return false;
    }

    /** Logs a failure once, not at each attempt. */
    private void noteFailure(String why) {
        if (!why.equals(error)) {
            LOG.warn("webhook {} does not take events: {}", webhook.name(), why);
        }
        error = why;
        noteStep();
    }

    private void giveUp(int events, int attempts, String why, String body) {
        long at = parts.machine().wallMillis();
        parts.store().addLetter(webhook.name(), new DeadLetter(0, at, events, attempts, why, body));
        dead.increment();
    }

    /** Makes one attempt. */
    void send(String body, int attempt) throws HookCall.RefusedException {
        byte[] bytes = WebhookStore.utf8(body);
        long seconds = Math.floorDiv(parts.machine().wallMillis(), 1000L);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Content-Type", "application/json");
        fields.put("User-Agent", "mayfly");
        fields.put("Mayfly-Webhook", webhook.name());
        fields.put("Mayfly-Attempt", Integer.toString(attempt));
        fields.put(Signature.FIELD, Signature.of(webhook.secret(), seconds, bytes));
        parts.call().send(webhook.url(), fields, bytes, webhook.timeout());
    }

    private void await(Duration delay) {
        CountDownLatch over = new CountDownLatch(1);
        pause = over;
        Timers.Timer timer = parts.timers().schedule(delay, over::countDown);
        try {
            if (!closed) {
                over.await();
            }
        } catch (InterruptedException _) {
            closed = true;
        } finally {
            timer.cancel();
        }
    }

    /** Begins to end; what is being sent is let go. */
    @Override
    public void close() {
        closed = true;
        EventLog.DocumentsWanted asked = wanted;
        if (asked != null) {
            asked.close();
        }
        EventFollower waiting = follower;
        if (waiting != null) {
            waiting.close();
        }
        CountDownLatch over = pause;
        if (over != null) {
            over.countDown();
        }
        // Ends an exchange in hand: a socket read by a virtual thread is closed when that is interrupted.
        thread.interrupt();
    }

    /** Waits until nothing is sent or written any more. */
    void join() {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
