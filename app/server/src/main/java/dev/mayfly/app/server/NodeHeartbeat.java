package dev.mayfly.app.server;

import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.store.api.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says again and again that this server is alive, and measures its clock. Asks the store on threads of its own. */
final class NodeHeartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeHeartbeat.class);

    /** Two of these may be lost before others believe that the server has died. */
    private static final Duration INTERVAL = Duration.ofSeconds(3);

    /** Every so many beats the clock is measured: about every ten seconds. */
    private static final int MEASURED = 3;

    /** The whole stop of a server must fit in five seconds. */
    private static final Duration LEAVING_MAX = Duration.ofSeconds(1);

    private final LiveNodes nodes;
    private final Timers timers;
    private final boolean measures;
    private volatile boolean closed;

    /** @param measures whether the clock is one that can be right or wrong */
    NodeHeartbeat(LiveNodes nodes, Timers timers, boolean measures) {
        this.nodes = nodes;
        this.timers = timers;
        this.measures = measures;
    }

    /** Beats for the first time on this thread. */
    void start() {
        if (nodes.isShared()) {
            beat(0);
        }
    }

    private void beat(long number) {
        if (closed) {
            return;
        }
        boolean wasSilent = nodes.isSilent();
        try {
            if (measures && number % MEASURED == 0) {
                measure();
            }
            nodes.beat();
        } catch (StoreException failure) {
            if (!wasSilent) {
                LOG.warn("the store does not answer: other servers will believe that this one has ended", failure);
            }
        } catch (IllegalStateException closing) {
            LOG.debug("the store is closed", closing);
            return;
        }
        if (!closed) {
            timers.schedule(
                    INTERVAL, () -> Thread.ofVirtual().name("mayfly-heartbeat").start(() -> beat(number + 1)));
        }
    }

    /** Comes before the sign of life, which tells the others what was measured. */
    private void measure() {
        try {
            nodes.measure();
        } catch (StoreException failure) {
            LOG.debug("the clock could not be measured", failure);
        }
    }

    /** Tells the others that this server ends, unless the store takes long to answer: then they notice by themselves. */
    @Override
    public void close() {
        closed = true;
        if (!nodes.isShared()) {
            return;
        }
        try {
            Thread.ofVirtual().name("mayfly-leaving").start(this::leave).join(LEAVING_MAX);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        try {
            nodes.leave();
        } catch (StoreException | IllegalStateException failure) {
            LOG.debug("the others will notice by themselves", failure);
        }
    }
}
