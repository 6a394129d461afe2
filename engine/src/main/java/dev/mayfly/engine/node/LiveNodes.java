package dev.mayfly.engine.node;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers that share the store, as this one knows them; itself alone over a store of one process. Does nothing by itself:
 * {@link #beat} and {@link #measure} are to be called again and again. Safe for concurrent use.
 */
public final class LiveNodes {
    private static final Logger LOG = LoggerFactory.getLogger(LiveNodes.class);

    /** The time after its last sign of life for which a server counts as alive. */
    public static final long TTL_MILLIS = 10_000;

    /** The farthest from the cluster's clock at which a server is healthy. */
    public static final long OFFSET_MILLIS_HEALTHY = 250;

    private final @Nullable Cluster cluster;
    private final ClockGuard clock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile ServerNode self;
    private volatile List<ServerNode> live;
    private volatile boolean silent;

    public LiveNodes(Store store, ClockGuard clock, String id) {
        this.cluster = store.cluster().orElse(null);
        this.clock = clock;
        this.self = ServerNode.unknown(id);
        this.live = List.of(self);
    }

    /** This server. */
    public ServerNode self() {
        return self;
    }

    /** The servers that are alive, by their ids; this one is among them, whatever the store says. */
    public List<ServerNode> live() {
        return live;
    }

    /** Returns true if other servers may be there. */
    public boolean isShared() {
        return cluster != null;
    }

    /** Returns true if the store did not answer when this server wanted to say that it is alive. */
    public boolean isSilent() {
        return silent;
    }

    /** @param action runs when servers have come, gone or moved */
    public void onChange(Runnable action) {
        listeners.add(action);
    }

    /** Changes what this server says of itself from now on; the others hear of it by the next {@link #beat}. */
    public void describe(ServerNode described) {
        if (!described.id().equals(self.id())) {
            throw new IllegalArgumentException("a server keeps its id");
        }
        self = described.withVirtualTime(self.virtualMillis());
        see(live);
    }

    /** Says what the virtual clock of this server shows, and looks what those of the others do. */
    public void showVirtualTime(long millis) {
        self = self.withVirtualTime(OptionalLong.of(millis));
        beat();
    }

    /**
     * Says that this server is alive, and looks who else is.
     *
     * @throws StoreException if the store does not answer; what was known stays
     */
    public void beat() {
        if (cluster == null) {
            return;
        }
        try {
            cluster.nodes().announce(self.withOffset(clock.offset()).entry(), TTL_MILLIS);
            see(cluster.nodes().live().stream().map(ServerNode::of).toList());
            silent = false;
        } catch (StoreException failure) {
            silent = true;
            throw failure;
        }
    }

    private void see(List<ServerNode> nodes) {
        List<ServerNode> now = new ArrayList<>();
        nodes.stream().filter(node -> !node.id().equals(self.id())).forEach(now::add);
        now.add(self.withOffset(clock.offset()));
        now.sort((one, other) -> one.id().compareTo(other.id()));
        List<ServerNode> before;
        synchronized (this) {
            before = live;
            live = List.copyOf(now);
        }
        if (!isSame(before, now)) {
            listeners.forEach(Runnable::run);
        }
    }

    private static boolean isSame(List<ServerNode> before, List<ServerNode> now) {
        if (before.size() != now.size()) {
            return false;
        }
        for (int at = 0; at < now.size(); at++) {
            if (!before.get(at).isSamePlace(now.get(at))) {
                return false;
            }
        }
        return true;
    }

    /** Compares the clock of this server with that of the cluster; see {@link ClockGuard#setOffset}. */
    public void measure() {
        if (cluster == null) {
            return;
        }
        OptionalLong measured = OffsetMeter.measure(cluster, clock);
        if (measured.isEmpty()) {
            return;
        }
        boolean wasWrong = clock.isOffBy(OFFSET_MILLIS_HEALTHY);
        clock.setOffset(measured.getAsLong());
        boolean isWrong = clock.isOffBy(OFFSET_MILLIS_HEALTHY);
        if (isWrong && !wasWrong) {
            LOG.warn("the clock is {} ms from that of the cluster", measured.getAsLong());
        } else if (wasWrong && !isWrong) {
            LOG.info("the clock agrees with that of the cluster again, to {} ms", measured.getAsLong());
        }
    }

    /**
     * Takes a lease for this server, or renews it; always true over a store of one process.
     *
     * @throws StoreException if the store does not answer
     */
    public boolean take(String lease, long ttlMillis) {
        return cluster == null || cluster.leases().take(lease, self.id(), ttlMillis);
    }

    /** Gives a lease of this server back. */
    public void release(String lease) {
        if (cluster != null) {
            cluster.leases().release(lease, self.id());
        }
    }

    /** The owner of each lease that is held now; none over a store of one process. */
    public SortedMap<String, String> leases() {
        SortedMap<String, String> owners = new TreeMap<>();
        if (cluster != null) {
            cluster.leases().held().forEach(lease -> owners.put(lease.name(), lease.owner()));
        }
        return owners;
    }

    /** Says that this server has ended. */
    public void leave() {
        if (cluster != null) {
            cluster.nodes().remove(self.id());
        }
    }
}
