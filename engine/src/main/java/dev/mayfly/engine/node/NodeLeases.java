package dev.mayfly.engine.node;

import dev.mayfly.store.api.StoreException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work that this server does, of that which several servers share: shards to be swept, webhooks to be told. Safe for
 * concurrent use.
 */
public final class NodeLeases {
    /*
     * All servers compute from those that are alive which of them has a piece of work, so nothing need be agreed on while they
     * know of the same ones. For the time in which they do not, a server that finds something to do takes a lease. The
     * lease saves waste and no more: a sweep is a commit that stands on the last one, so of two sweepers one is refused, and
     * what is told is told at least once. A server that stops for longer than its lease lasts goes on harmlessly.
     */
    private static final Logger LOG = LoggerFactory.getLogger(NodeLeases.class);

    /** The time for which a lease is held after it was taken or renewed. */
    public static final long TTL_MILLIS = 30_000;

    /** The time after which a lease that is still in use is renewed. */
    public static final long RENEWAL_MILLIS = 10_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LiveNodes nodes;
    private final LongSupplier tickNanos;
    private final Map<String, Long> renewedAt = new ConcurrentHashMap<>();

    /** @param tickNanos a time that runs evenly */
    public NodeLeases(LiveNodes nodes, LongSupplier tickNanos) {
        this.nodes = nodes;
        this.tickNanos = tickNanos;
    }

    /** Returns true if this server is the one to do the work of that name. */
    public boolean isOurs(String lease) {
        return !nodes.isShared()
                || nodes.live()
                        .get(Rendezvous.of(lease, nodes.live()))
                        .id()
                        .equals(nodes.self().id());
    }

    /** Returns true if this server holds the lease for now, which it takes or renews where it must. */
    public boolean hold(String lease) {
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

    /** Returns the same, and if the store does not answer, whether this server held the lease last. */
    public boolean holdIfAnswered(String lease) {
        try {
            return hold(lease);
        } catch (StoreException failure) {
            LOG.debug("the store does not answer for the lease {}", lease, failure);
            return renewedAt.containsKey(lease);
        }
    }

    /** Gives back the leases of work that is another server's now. */
    public void releaseOthers() {
        for (String lease : renewedAt.keySet()) {
            if (!isOurs(lease)) {
                release(lease);
            }
        }
    }

    /** Gives back all leases, so that others need not wait for their end. */
    public void releaseAll() {
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
