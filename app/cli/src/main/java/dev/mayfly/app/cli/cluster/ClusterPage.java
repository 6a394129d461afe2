package dev.mayfly.app.cli.cluster;

import dev.mayfly.app.cassandra.CassandraNode;
import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.app.cli.show.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is printed of a cluster once all its processes answer. */
record ClusterPage(LocalCluster cluster) {
    private static final String MONGO = "mongo";
    private static final String ADMIN = "admin";

    /** For programs: every process, so that one may be killed, and every port. */
    JsonNode json() {
        ObjectNode shown = new JsonMapper().createObjectNode();
        shown.put("folder", cluster.folder().path().toString());
        shown.put("keyspace", LocalCluster.KEYSPACE);
        shown.put("datacenter", LocalCassandra.DATACENTER);
        shown.put("replication", cluster.replication());
        if (!cluster.servers().isEmpty()) {
            shown.put(MONGO, seeds());
        }
        ArrayNode nodes = shown.putArray("cassandra");
        for (CassandraNode node : cluster.nodes()) {
            ObjectNode shownNode = nodes.addObject().put("number", node.number());
            shownNode.put("pid", node.pid()).put("address", LocalCluster.text(node.address()));
            shownNode.put("log", node.log().toString());
        }
        ArrayNode servers = shown.putArray("servers");
        for (ClusterServer server : cluster.servers()) {
            json(server, servers.addObject());
        }
        return shown;
    }

    private static void json(ClusterServer server, ObjectNode shown) {
        shown.put("number", server.number()).put("pid", server.process().pid());
        ObjectNode ports = shown.putObject("ports");
        server.ports().bySetting().forEach((setting, port) -> ports.put(ServerPorts.name(setting), port));
        ObjectNode strings = shown.putObject("connectionStrings");
        server.banner().connectionStrings().forEach(strings::put);
        shown.put(ADMIN, server.banner().connectionStrings().get(ADMIN));
        shown.put("log", server.log().toString());
    }

    /** For people: the rows that each server printed. */
    void draw(Output output) {
        for (CassandraNode node : cluster.nodes()) {
            output.line("Cassandra " + node.number() + ", process " + node.pid() + ", "
                    + LocalCluster.text(node.address()));
        }
        for (ClusterServer server : cluster.servers()) {
            output.line("");
            output.line(output.heading("server " + server.number() + ", process "
                    + server.process().pid()));
            server.banner().rows().forEach(output::line);
        }
        output.line("");
        if (!cluster.servers().isEmpty()) {
            output.line("mongo, all servers  " + seeds());
        }
        output.line("logs and data       " + cluster.folder().path()
                + (cluster.folder().isTemporary() ? ", gone when the cluster stops" : ""));
    }

    private String seeds() {
        return MongoSeeds.of(cluster.servers().stream()
                .map(server -> server.banner().connectionStrings().getOrDefault(MONGO, ""))
                .toList());
    }
}
