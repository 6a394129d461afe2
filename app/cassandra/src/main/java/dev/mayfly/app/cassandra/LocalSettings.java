package dev.mayfly.app.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The choices for a cluster on this machine.
 *
 * @param nodes how many there are, on 127.0.0.1 and the addresses after it
 * @param folder holds what the nodes keep, each in a folder of its own
 * @param java the executable of a Java 17
 * @param classPath the jars of the server
 * @param heapMebibytes the heap of each node
 */
public record LocalSettings(int nodes, Path folder, Path java, String classPath, int heapMebibytes) {
    /** The system property that names the file in which the build lists the jars of the server. */
    public static final String JARS = "mayfly.cassandra.jars";

    private static final int HEAP_MEBIBYTES = 512;
    private static final int NODES_MAX = 9;

    public LocalSettings {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes");
        }
        folder = folder.toAbsolutePath();
    }

    /** Returns the settings by what this machine has: a Java 17, and the jars that the build has listed. */
    public static LocalSettings found(int nodes, Path folder) throws CassandraStartException {
        Path java = Java17.find()
                .orElseThrow(() -> new CassandraStartException(
                        "no Java 17 found, by which Cassandra runs; install one (Debian: apt install"
                                + " openjdk-17-jre-headless, SDKMAN: sdk install java 17-tem, macOS: brew install"
                                + " openjdk@17) or set JAVA17_HOME",
                        null));
        return new LocalSettings(nodes, folder, java, listedJars(), HEAP_MEBIBYTES);
    }

    private static String listedJars() throws CassandraStartException {
        String file = Optional.ofNullable(System.getProperty(JARS))
                .orElseThrow(() -> new CassandraStartException("the system property " + JARS + " is not set", null));
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException failure) {
            throw new CassandraStartException(
                    "the list of Cassandra's jars cannot be read; build the module app/cassandra/jars", failure);
        }
    }
}
