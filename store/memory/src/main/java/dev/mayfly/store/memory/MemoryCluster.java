package dev.mayfly.store.memory;

import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.Lease;
import dev.mayfly.store.api.Leases;
import dev.mayfly.store.api.NodeEntry;
import dev.mayfly.store.api.NodeTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What the engines of a store in memory know of each other. What ends by itself does so by the store's clock. */
final class MemoryCluster implements Cluster, Leases, NodeTable {
    private record Holding(String owner, long until) {}

    private record Sign(NodeEntry node, long until) {}

    private final LongSupplier clock;
    private final Map<String, Holding> leases = new HashMap<>();
    private final Map<String, Sign> nodes = new TreeMap<>();

    MemoryCluster(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public Leases leases() {
        return this;
    }

    @Override
    public NodeTable nodes() {
        return this;
    }

    @Override
    public long clockMillis() {
        return clock.getAsLong();
    }

    @Override
    public synchronized boolean take(String name, String owner, long ttlMillis) {
        long now = clockMillis();
        Holding last = leases.get(name);
        if (last != null && last.until > now && !last.owner.equals(owner)) {
            return false;
        }
        leases.put(name, new Holding(owner, now + ttlMillis));
        return true;
    }

    @Override
    public synchronized void release(String name, String owner) {
        leases.computeIfPresent(name, (_, held) -> held.owner.equals(owner) ? null : held);
    }

    @Override
    public synchronized List<Lease> held() {
        long now = clockMillis();
        leases.values().removeIf(held -> held.until <= now);
        List<Lease> all = new ArrayList<>();
        leases.forEach((name, held) -> all.add(new Lease(name, held.owner)));
        return all;
    }

    @Override
    public synchronized void announce(NodeEntry node, long ttlMillis) {
        nodes.put(node.id(), new Sign(node, clockMillis() + ttlMillis));
    }

    @Override
    public synchronized void remove(String id) {
        nodes.remove(id);
    }

    @Override
    public synchronized List<NodeEntry> live() {
        long now = clockMillis();
        nodes.values().removeIf(sign -> sign.until <= now);
        return nodes.values().stream().map(Sign::node).toList();
    }
}
