package dev.mayfly.engine.sweep;

import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.node.Rendezvous;
import dev.mayfly.store.api.StoreException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards that this server sweeps, of those of several servers. Safe for concurrent use.
 */
public final class SweepLeases {
    /*
     * All servers compute from those that are alive which of them sweeps a shard, so nothing need be agreed on while they
     * know of the same ones. For the time in which they do not, a server that finds something to sweep takes a lease. The
     * lease saves waste and no more: a sweep is a commit that stands on the last one, so of two sweepers one is refused.
     * A server that stops for longer than its lease lasts goes on harmlessly.
     */
    private static final Logger LOG = LoggerFactory.getLogger(SweepLeases.class);

    /** The time for which a lease is held after it was taken or renewed. */
    static final long TTL_MILLIS = 30_000;

    /** The time after which a lease that is still in use is renewed. */
    static final long RENEWAL_MILLIS = 10_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LiveNodes nodes;
    private final LongSupplier tickNanos;
    private final Map<String, Long> renewedAt = new ConcurrentHashMap<>();

    /** @param tickNanos a time that runs evenly */
    public SweepLeases(LiveNodes nodes, LongSupplier tickNanos) {
        this.nodes = nodes;
        this.tickNanos = tickNanos;
    }

    /** Returns true if this server is the one to sweep the shard. */
    boolean isOurs(String lease) {
        return !nodes.isShared()
                || nodes.live()
                        .get(Rendezvous.of(lease, nodes.live()))
                        .id()
                        .equals(nodes.self().id());
    }

    /** Returns true if this server holds the lease for now, which it takes or renews where it must. */
    boolean hold(String lease) {
        if (!nodes.isShared()) {
            return true;
        }
        long now = tickNanos.getAsLong();
        Long renewed = renewedAt.get(lease);
        if (renewed != null && now - renewed < RENEWAL_MILLIS * NANOS_PER_MILLI) {
            return true;
        }
        if (nodes.take(lease, TTL_MILLIS)) {
            renewedAt.put(lease, now);
            return true;
        }
        renewedAt.remove(lease);
        return false;
    }

    /** Gives back the leases of shards that another server is to sweep now. */
    void releaseOthers() {
        for (String lease : renewedAt.keySet()) {
            if (!isOurs(lease)) {
                release(lease);
            }
        }
    }

    /** Gives back all leases, so that others need not wait for their end. */
    void releaseAll() {
        renewedAt.keySet().forEach(this::release);
    }

    private void release(String lease) {
        renewedAt.remove(lease);
        try {
            nodes.release(lease);
        } catch (StoreException failure) {
            LOG.debug("the lease ends by itself: {}", lease, failure);
        }
    }
}
