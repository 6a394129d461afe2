package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ClusterServers;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The servers there are, as clients see them. */
final class NodeForms {
    private static final long MIB = 1 << 20;
    private static final long NANOS = 1_000_000_000L;

    private final Buckets buckets;
    private final ClusterServers servers;
    private final Clock machine;
    private final long startedAt;

    /** @param machine the clock of timeouts, by which the node's age is told */
    NodeForms(Buckets buckets, ClusterServers servers, Clock machine) {
        this.buckets = buckets;
        this.servers = servers;
        this.machine = machine;
        this.startedAt = machine.tickNanos();
    }

    NodePorts ports() {
        return servers.ports();
    }

    BucketRules rules() {
        return buckets.rules();
    }

    /** The name under which nodes know each other. */
    static String otpNode() {
        return "ns_1@127.0.0.1";
    }

    /** Adds the servers, each with the fields that every description of it has. */
    void addTo(ArrayNode nodes, String host) {
        for (ClusterServers.Place place : servers.now().places()) {
            if (place.isThis()) {
                addThis(nodes.addObject(), host);
            } else {
                addOther(nodes.addObject(), place);
            }
        }
    }

    private void addOther(ObjectNode node, ClusterServers.Place place) {
        BucketRules rules = buckets.rules();
        String host = place.hostOr("");
        node.put("clusterMembership", "active")
                .put("recoveryType", "none")
                .put("status", "healthy")
                .put("otpNode", "ns_1@" + host)
                .put("hostname", host + ":" + place.ports().management())
                .put("nodeUUID", place.node().id().replace("-", ""))
                .put("clusterCompatibility", rules.release().compatibility())
                .put("version", rules.release().version(rules.edition()));
        node.putObject("ports").put("direct", place.ports().keyValue());
        node.putArray("services").add("kv").add("n1ql");
    }

    private void addThis(ObjectNode node, String host) {
        NodePorts at = servers.ports();
        BucketRules rules = buckets.rules();
        node.put("clusterMembership", "active")
                .put("recoveryType", "none")
                .put("status", "healthy")
                .put("otpNode", otpNode())
                .put("thisNode", true)
                .put("hostname", host + ":" + at.management())
                .put("nodeUUID", buckets.node())
                .put("clusterCompatibility", rules.release().compatibility())
                .put("version", rules.release().version(rules.edition()))
                .put("os", System.getProperty("os.arch") + "-" + System.getProperty("os.name"))
                .put("cpuCount", Runtime.getRuntime().availableProcessors())
                .put("nodeEncryption", false)
                .put("addressFamily", "inet")
                .put("configuredHostname", "127.0.0.1:" + at.management());
        ObjectNode numbers = node.putObject("ports").put("direct", at.keyValue());
        if (at.encrypted()) {
            numbers.put("httpsMgmt", at.management());
        }
        node.putArray("services").add("kv").add("n1ql");
        addHealth(node);
    }

    private void addHealth(ObjectNode node) {
        Runtime runtime = Runtime.getRuntime();
        node.put("uptime", Long.toString((machine.tickNanos() - startedAt) / NANOS))
                .put("memoryTotal", runtime.maxMemory())
                .put("memoryFree", runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory())
                .put("mcdMemoryReserved", runtime.maxMemory() / MIB)
                .put("mcdMemoryAllocated", runtime.totalMemory() / MIB);
        node.putObject("systemStats")
                .put("cpu_utilization_rate", 0)
                .put("swap_total", 0)
                .put("swap_used", 0)
                .put("mem_total", runtime.maxMemory())
                .put("mem_free", runtime.freeMemory());
        node.putObject("interestingStats");
    }
}
