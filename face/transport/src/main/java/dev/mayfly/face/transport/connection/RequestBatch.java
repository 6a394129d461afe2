package dev.mayfly.face.transport.connection;

import dev.mayfly.base.clock.Clock;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests of the connections of one event loop that wait to be run together: until the loop has looked at every connection
 * that has sent something, and no longer. Confined to the loop.
 */
final class RequestBatch {
    /** The number of requests run together; each waits until all of them are run. */
    private static final int TOGETHER_MAX = 64;

    private final EventLoop loop;
    private final Clock clock;
    private List<Request> requests = new ArrayList<>();
    private Set<ChannelConnection> senders = new LinkedHashSet<>();
    private Request.@Nullable Company company;
    private boolean isScheduled;

    RequestBatch(EventLoop loop, Clock clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @SuppressWarnings("ReferenceEquality") // The very same company runs its own.
    void add(ChannelConnection sender, Request.Company with, Request request) {
        if (company != with || requests.size() == TOGETHER_MAX) {
            run();
        }
        company = with;
        requests.add(request);
        senders.add(sender);
        sender.setWaiting(true);
        if (!isScheduled) {
            isScheduled = true;
            // A task that the loop submits to itself runs after it has read from all connections that have sent
            // something.
            loop.execute(() -> {
                isScheduled = false;
                run();
            });
        }
    }

    /** Runs what waits, if anything does. */
    void run() {
        Request.Company with = company;
        if (with == null) {
            return;
        }
        List<Request> together = requests;
        Set<ChannelConnection> answered = senders;
        company = null;
        requests = new ArrayList<>();
        senders = new LinkedHashSet<>();
        answered.forEach(sender -> sender.setWaiting(false));
        try {
            run(with, together, answered);
        } catch (Throwable e) {
            answered.forEach(sender -> sender.failOutsideRequest(e));
        }
        answered.forEach(ChannelConnection::flushHere);
    }

    private void run(Request.Company with, List<Request> together, Set<ChannelConnection> senders) {
        if (together.size() == 1) {
            senders.forEach(sender -> sender.runHere(together.getFirst()));
            return;
        }
        long begun = clock.tickNanos();
        with.run(together);
        // To each its share of the time.
        long share = (clock.tickNanos() - begun) / together.size();
        RequestTimes.OfFace times = senders.iterator().next().times();
        together.forEach(request -> times.add(request.operation(), share));
    }
}
