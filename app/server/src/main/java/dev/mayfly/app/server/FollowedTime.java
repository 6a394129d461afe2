package dev.mayfly.app.server;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.node.ServerNode;
import dev.mayfly.store.api.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The virtual clocks of all servers of a cluster: one that is wound takes the others along. The instant is kept in the
 * catalog; each server looks for it, winds itself there and says that it has.
 */
final class FollowedTime {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedTime.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A server that says nothing for longer counts as dead, and nobody waits for it. */
    private static final long WAIT_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(2 * LiveNodes.TTL_MILLIS);

    private final VirtualTime time;
    private final VirtualMemory memory;
    private final LiveNodes nodes;
    private final Timers machine;
    private final Executor runner;

    /** @param runner where this server winds itself */
    FollowedTime(VirtualTime time, VirtualMemory memory, LiveNodes nodes, Timers machine, Executor runner) {
        this.time = time;
        this.memory = memory;
        this.nodes = nodes;
        this.machine = machine;
        this.runner = runner;
    }

    void start() {
        nodes.showVirtualTime(time.now().toEpochMilli());
        look();
    }

    private void look() {
        machine.schedule(LOOK_EVERY, () -> runner.execute(this::follow));
    }

    private void follow() {
        try {
            if (time.follow(memory.load().orElse(Instant.MIN))) {
                nodes.showVirtualTime(time.now().toEpochMilli());
            }
        } catch (EngineException | StoreException failure) {
            LOG.debug("the instant of the other servers is not known", failure);
        } catch (IllegalStateException closing) {
            LOG.debug("the store is closed", closing);
            return;
        }
        try {
            look();
        } catch (RejectedExecutionException closing) {
            LOG.debug("the server is closing", closing);
        }
    }

    /** Returns once every server that is alive shows this instant, or a later one. */
    void awaitOthers(Instant instant) {
        long shown = instant.toEpochMilli();
        nodes.showVirtualTime(shown);
        long begun = SystemClock.INSTANCE.tickNanos();
        while (!nodes.live().stream().allMatch(node -> isAt(node, shown))
                && SystemClock.INSTANCE.tickNanos() - begun < WAIT_NANOS_MAX) {
            LockSupport.parkNanos(this, POLL_NANOS);
            nodes.beat();
        }
    }

    private static boolean isAt(ServerNode node, long millis) {
        return node.virtualMillis().isPresent() && node.virtualMillis().getAsLong() >= millis;
    }
}
