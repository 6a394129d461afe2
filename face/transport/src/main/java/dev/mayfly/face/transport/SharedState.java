package dev.mayfly.face.transport;

import dev.mayfly.base.clock.Clock;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What all connections of one transport have in common. Safe for concurrent use. */
final class SharedState {
    private final TransportLimits limits;
    private final Clock clock;
    private final ByteBudget budget;
    private final ConnectionRegistry connections;
    private final Map<EventLoop, Gathering> gatherings = new ConcurrentHashMap<>();
    private final RequestTimes times = new RequestTimes();
    private final AtomicLong connectionIds = new AtomicLong();
    private final AtomicLong refusedFrames = new AtomicLong();

    SharedState(TransportLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
        this.budget = new ByteBudget(limits.inFlightBytes());
        this.connections = new ConnectionRegistry(limits);
    }

    TransportLimits limits() {
        return limits;
    }

    Clock clock() {
        return clock;
    }

    ByteBudget budget() {
        return budget;
    }

    ConnectionRegistry connections() {
        return connections;
    }

    RequestTimes times() {
        return times;
    }

    /** Where requests of the connections of a loop wait for one another. */
    Gathering gathering(EventLoop loop) {
        return gatherings.computeIfAbsent(loop, of -> new Gathering(of, clock));
    }

    long nextConnectionId() {
        return connectionIds.incrementAndGet();
    }

    void countRefusedFrame() {
        refusedFrames.incrementAndGet();
    }

    long refusedFrames() {
        return refusedFrames.get();
    }
}
