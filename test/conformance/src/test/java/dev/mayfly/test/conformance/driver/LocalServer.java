package dev.mayfly.test.conformance.driver;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server on free ports, in memory and on the machine's clock unless told otherwise. */
public final class LocalServer implements AutoCloseable {
    private final MayflyServer server;

    private LocalServer(MayflyServer server) {
        this.server = server;
    }

    public static LocalServer start(Map<Setting, String> flags) throws ConfigException, StartupException {
        return start(flags, null);
    }

    public static LocalServer start(Map<Setting, String> flags, @Nullable Path file)
            throws ConfigException, StartupException {
        Map<Setting, String> all =
                new EnumMap<>(Map.of(Setting.MONGO_PORT, "0", Setting.FACES, "mongo,admin", Setting.ADMIN_PORT, "0"));
        all.putAll(flags);
        if (!flags.containsKey(Setting.DATA)) {
            all.put(Setting.IN_MEMORY, "true");
        }
        return new LocalServer(MayflyServer.start(ConfigReader.read(all, Map.of(), file)));
    }

    public static LocalServer onDisk(Path folder) throws ConfigException, StartupException {
        return start(Map.of(Setting.DATA, folder.toString()));
    }

    /** The primary of a set of one member, in memory. */
    static LocalServer replicaSet() throws ConfigException, StartupException {
        return start(Map.of(Setting.MONGO_REPLSET, "rs0"));
    }

    public MayflyServer server() {
        return server;
    }

    int port() {
        return server.port(FaceName.MONGO);
    }

    String connectionString() {
        return server.connectionString(FaceName.MONGO);
    }

    public MongoClient client() {
        return MongoClients.create(connectionString());
    }

    public MongoClient client(String options) {
        return MongoClients.create(connectionString() + options);
    }

    MongoClientSettings.Builder settings(String options) {
        return MongoClientSettings.builder().applyConnectionString(new ConnectionString(connectionString() + options));
    }

    @Override
    public void close() {
        server.close();
    }
}
