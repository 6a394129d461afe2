package dev.mayfly.face.transport.connection;

import dev.mayfly.base.clock.Clock;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The state that all connections of one transport share. Safe for concurrent use. */
public final class SharedState {
    private final TransportLimits limits;
    private final Clock clock;
    private final ByteBudget budget;
    private final ByteBudget answers;
    private final ConnectionRegistry connections;
    private final Map<EventLoop, RequestBatch> batches = new ConcurrentHashMap<>();
    private final RunningRequests running = new RunningRequests();
    private final RequestTimes times = new RequestTimes();
    private final AtomicLong connectionIds = new AtomicLong();
    private final AtomicLong refusedFrames = new AtomicLong();

    public SharedState(TransportLimits limits, Clock clock, long openFilesMax) {
        this.limits = limits;
        this.clock = clock;
        this.budget = new ByteBudget(limits.frames().inFlightBytes());
        this.answers = new ByteBudget(limits.answerBytes());
        this.connections = new ConnectionRegistry(limits, openFilesMax / 2);
    }

    public TransportLimits limits() {
        return limits;
    }

    public Clock clock() {
        return clock;
    }

    public ByteBudget budget() {
        return budget;
    }

    /** The budget of answers, which lie outside of the heap. */
    public ByteBudget answers() {
        return answers;
    }

    public ConnectionRegistry connections() {
        return connections;
    }

    public RunningRequests running() {
        return running;
    }

    public RequestTimes times() {
        return times;
    }

    /** Returns the batch in which requests of a loop's connections wait for one another. */
    RequestBatch batch(EventLoop loop) {
        return batches.computeIfAbsent(loop, of -> new RequestBatch(of, clock));
    }

    long nextConnectionId() {
        return connectionIds.incrementAndGet();
    }

    public void countRefusedFrame() {
        refusedFrames.incrementAndGet();
    }

    public long refusedFrames() {
        return refusedFrames.get();
    }
}
