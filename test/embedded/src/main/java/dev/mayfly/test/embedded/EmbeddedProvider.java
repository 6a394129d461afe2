package dev.mayfly.test.embedded;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.RunningServer;
import dev.mayfly.test.testkit.ServerProvider;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts servers in this JVM; {@link java.util.ServiceLoader} finds it for the test kit. */
public final class EmbeddedProvider implements ServerProvider {
    /** The system property that says into how many shards new collections are divided. */
    public static final String SHARDS_PROPERTY = "mayfly.shards";

    /**
     * The system property that names a node of Cassandra, as {@code HOST:PORT} in the data center {@code dc1}, in which each
     * server then has a keyspace of its own, in place of memory.
     */
    public static final String CASSANDRA_PROPERTY = "mayfly.cassandra";

    private static final int JAVA = 25;
    private static final AtomicInteger KEYSPACES = new AtomicInteger();

    @Override
    public int javaVersion() {
        return JAVA;
    }

    @Override
    public RunningServer start(Map<String, String> flags) {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        settings.put(Setting.SHARDS, Integer.toString(Integer.getInteger(SHARDS_PROPERTY, 1)));
        flags.forEach((flag, value) -> settings.put(settingOf(flag), value));
        putStore(settings);
        try {
            return new EmbeddedServer(MayflyServer.start(ConfigReader.read(settings, Map.of(), null)));
        } catch (ConfigException | StartupException failure) {
            throw new IllegalStateException("no server for this test: " + failure.getMessage(), failure);
        }
    }

    private static Setting settingOf(String flag) {
        return Arrays.stream(Setting.values())
                .filter(setting -> setting.flag().equals(flag))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("mayfly serve has no option " + flag));
    }

    private static void putStore(Map<Setting, String> settings) {
        String cassandra = System.getProperty(CASSANDRA_PROPERTY, "");
        if (cassandra.isEmpty()) {
            return;
        }
        long process = ProcessHandle.current().pid();
        settings.remove(Setting.IN_MEMORY);
        settings.put(Setting.STORE, "cassandra");
        settings.put(Setting.CASSANDRA_CONTACT_POINTS, cassandra);
        settings.put(Setting.CASSANDRA_DATACENTER, "dc1");
        settings.put(Setting.CASSANDRA_KEYSPACE, "t" + process + "_" + KEYSPACES.incrementAndGet());
        settings.put(Setting.CASSANDRA_REPLICATION, "1");
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == MayflyServer.class;
    }
}
