package dev.mayfly.test.conformance.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.bson.Document;

/** One of two servers that are told the same, with a client of its own. */
final class Twin implements AutoCloseable {
    static final String DATABASE = "twins";

    private static final String START = "2026-01-01T00:00:00Z";

    private final MayflyServer server;
    private final MongoClient client;
    private final boolean sweeps;
    private long cursor;

    Twin(boolean sweeps) {
        this.sweeps = sweeps;
        this.server = start();
        this.client = MongoClients.create(server.connectionString(FaceName.MONGO));
        if (!sweeps) {
            server.engine().sweeper().pause();
        }
    }

    private static MayflyServer start() {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        flags.put(Setting.IN_MEMORY, "true");
        flags.put(Setting.MONGO_PORT, "0");
        flags.put(Setting.FACES, FaceName.MONGO.word());
        flags.put(Setting.CLOCK, "virtual@" + START);
        try {
            return MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
        } catch (ConfigException | StartupException failure) {
            throw new IllegalStateException("no server for this test", failure);
        }
    }

    long nowMillis() {
        return server.engine().clock().wallMillis();
    }

    void advance(Duration duration) {
        server.virtualClock().orElseThrow().advance(duration);
        if (sweeps) {
            server.engine().sweeper().sweepNow();
        }
    }

    /** The number of documents that its store holds, expired or not. */
    long stored() {
        return server.engine().collections("mongo").stream()
                .mapToLong(collection -> collection.storedSize().documents())
                .sum();
    }

    /** Goes on with the cursor that was opened last. */
    String getMore(String collection) {
        return tell(
                DATABASE,
                new Document("getMore", cursor).append("collection", collection).append("batchSize", 2));
    }

    /** Returns the answer as text; but of a cursor's identifier only whether there is one. */
    String tell(String database, Document command) {
        try {
            Document reply = client.getDatabase(database).runCommand(command);
            if (reply.get("cursor") instanceof Document opened) {
                cursor = opened.getLong("id");
                opened.put("id", cursor != 0);
            }
            return reply.toJson();
        } catch (MongoCommandException refused) {
            return refused.getErrorCode() + " " + refused.getErrorMessage().replace(Long.toString(cursor), "CURSOR");
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
