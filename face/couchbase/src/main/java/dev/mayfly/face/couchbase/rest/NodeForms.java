package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The one node there is, as clients see it. */
final class NodeForms {
    private static final long MIB = 1 << 20;
    private static final long NANOS = 1_000_000_000L;

    private final Buckets buckets;
    private final Supplier<NodePorts> ports;
    private final Clock machine;
    private final long startedAt;

    /** @param machine the clock of timeouts, by which the node's age is told */
    NodeForms(Buckets buckets, Supplier<NodePorts> ports, Clock machine) {
        this.buckets = buckets;
        this.ports = ports;
        this.machine = machine;
        this.startedAt = machine.tickNanos();
    }

    NodePorts ports() {
        return ports.get();
    }

    BucketRules rules() {
        return buckets.rules();
    }

    /** The name under which nodes know each other. */
    static String otpNode() {
        return "ns_1@127.0.0.1";
    }

    /** Adds the fields that every description of the node has. */
    void addTo(ArrayNode nodes, String host) {
        NodePorts at = ports.get();
        BucketRules rules = buckets.rules();
        ObjectNode node = nodes.addObject();
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
