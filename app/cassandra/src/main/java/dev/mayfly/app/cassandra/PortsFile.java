package dev.mayfly.app.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** The file in the folder of a cluster that says how many nodes it has and by which ports they know each other. */
final class PortsFile {
    private static final String NODES = "nodes";
    private static final String STORAGE = "storage";
    private static final String CLIENTS = "clients";

    private final Path folder;
    private final Path file;

    PortsFile(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("cluster.properties");
    }

    /** Returns the ports that the cluster had before, or new ones, which are kept. */
    FreePorts ports(int nodes) throws CassandraStartException {
        try {
            return Files.exists(file) ? read(nodes) : make(nodes);
        } catch (IOException | NumberFormatException failure) {
            throw new CassandraStartException(file + " cannot be used", failure);
        }
    }

    private FreePorts read(int nodes) throws CassandraStartException, IOException {
        Properties kept = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(file, UTF_8)) {
            kept.load(reader);
        }
        if (number(kept, NODES) != nodes) {
            throw new CassandraStartException(
                    folder + " holds a cluster of " + number(kept, NODES) + " nodes, and cannot be started with "
                            + nodes,
                    null);
        }
        FreePorts ports = new FreePorts(number(kept, STORAGE), number(kept, CLIENTS));
        int taken = ports.taken(nodes);
        if (taken != 0) {
            throw new CassandraStartException(
                    "port " + taken + ", which the nodes in " + folder
                            + " have, is taken; does the cluster run already?",
                    null);
        }
        return ports;
    }

    private static int number(Properties kept, String name) {
        return Integer.parseInt(kept.getProperty(name, ""), 10);
    }

    private FreePorts make(int nodes) throws CassandraStartException, IOException {
        FreePorts ports = FreePorts.of(nodes);
        Properties kept = new Properties();
        kept.setProperty(NODES, Integer.toString(nodes));
        kept.setProperty(STORAGE, Integer.toString(ports.storage()));
        kept.setProperty(CLIENTS, Integer.toString(ports.clients()));
        Files.createDirectories(folder);
        try (BufferedWriter writer = Files.newBufferedWriter(file, UTF_8)) {
            kept.store(writer, null);
        }
        return ports;
    }
}
