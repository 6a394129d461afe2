package dev.mayfly.test.embedded;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.RunningServer;
import dev.mayfly.test.testkit.ServerProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts servers in this JVM; {@link java.util.ServiceLoader} finds it for the test kit. */
public final class EmbeddedProvider implements ServerProvider {
    /** The system property that says into how many shards new collections are divided. */
    public static final String SHARDS_PROPERTY = "mayfly.shards";

    /**
     * The system property that names nodes of Cassandra, as {@code HOST:PORT,HOST:PORT} in the data center {@code dc1}, in which
     * each server then has a keyspace of its own, in place of memory. Every node has all of it, or three of them.
     */
    public static final String CASSANDRA_PROPERTY = "mayfly.cassandra";

    /** The system property that says how many servers there are over each keyspace, which tests meet as one. */
    public static final String SERVERS_PROPERTY = "mayfly.servers";

    private static final int JAVA = 25;
    private static final int REPLICATION_MAX = 3;
    private static final AtomicInteger KEYSPACES = new AtomicInteger();

    @Override
    public int javaVersion() {
        return JAVA;
    }

    @Override
    public RunningServer start(Map<String, String> flags) {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        String shards = System.getProperty(SHARDS_PROPERTY, "");
        if (!shards.isEmpty()) {
            settings.put(Setting.SHARDS, shards);
        }
        flags.forEach((flag, value) -> settings.put(settingOf(flag), value));
        String cassandra = System.getProperty(CASSANDRA_PROPERTY, "");
        if (cassandra.isEmpty()) {
            return new EmbeddedServer(startOne(settings));
        }
        putStore(settings, cassandra);
        int servers = Integer.getInteger(SERVERS_PROPERTY, 1);
        return servers == 1 ? new EmbeddedServer(startOne(settings)) : startGroup(settings, servers);
    }

    private static MayflyServer startOne(Map<Setting, String> settings) {
        try {
            return MayflyServer.start(ConfigReader.read(settings, Map.of(), null));
        } catch (ConfigException | StartupException failure) {
            throw new IllegalStateException("no server for this test: " + failure.getMessage(), failure);
        }
    }

    /** The first of them makes the tables. */
    private static RunningServer startGroup(Map<Setting, String> settings, int servers) {
        List<MayflyServer> started = new ArrayList<>();
        try {
            while (started.size() < servers) {
                started.add(startOne(settings));
            }
            return new ServerGroup(started);
        } catch (RuntimeException failure) {
            started.reversed().forEach(MayflyServer::close);
            throw failure;
        }
    }

    private static Setting settingOf(String flag) {
        return Arrays.stream(Setting.values())
                .filter(setting -> setting.flag().equals(flag))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("mayfly serve has no option " + flag));
    }

    private static void putStore(Map<Setting, String> settings, String cassandra) {
        long process = ProcessHandle.current().pid();
        int nodes = cassandra.split(",", -1).length;
        settings.remove(Setting.IN_MEMORY);
        // Servers that share a store are what a mongos is to its clients, and no member of a set.
        settings.remove(Setting.MONGO_REPLSET);
        settings.put(Setting.STORE, "cassandra");
        settings.put(Setting.CASSANDRA_CONTACT_POINTS, cassandra);
        settings.put(Setting.CASSANDRA_DATACENTER, "dc1");
        settings.put(Setting.CASSANDRA_KEYSPACE, "t" + process + "_" + KEYSPACES.incrementAndGet());
        settings.put(Setting.CASSANDRA_REPLICATION, Integer.toString(Math.min(REPLICATION_MAX, nodes)));
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == MayflyServer.class;
    }
}
