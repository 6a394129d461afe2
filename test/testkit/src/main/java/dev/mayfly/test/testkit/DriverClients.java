package dev.mayfly.test.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Clients of drivers that a test has on its class path; this artifact itself depends on none. */
final class DriverClients implements AutoCloseable {
    static final String MONGO_CLIENT = "com.mongodb.client.MongoClient";
    private static final String MONGO_CLIENTS = "com.mongodb.client.MongoClients";

    private final MayflyServer server;
    private final Map<String, AutoCloseable> cosmos = new HashMap<>();
    private @Nullable Object mongo;
    private @Nullable AutoCloseable couchbase;

    DriverClients(MayflyServer server) {
        this.server = server;
    }

    /** The one client of this server, as a {@code com.mongodb.client.MongoClient}. */
    synchronized Object mongo() {
        Object client = mongo;
        if (client == null) {
            client = create(server.connectionString(MayflyFace.MONGO));
            mongo = client;
        }
        return client;
    }

    /** The one client of this server of a type of {@link CosmosClients}. */
    synchronized AutoCloseable cosmos(String type) {
        return cosmos.computeIfAbsent(type, wanted -> CosmosClients.create(server.cosmos(), wanted));
    }

    /** The one client of this server, as a {@code com.couchbase.client.java.Cluster}. */
    synchronized AutoCloseable couchbase() {
        AutoCloseable client = couchbase;
        if (client == null) {
            client = CouchbaseClients.create(server.couchbase());
            couchbase = client;
        }
        return client;
    }

    private static Object create(String connectionString) {
        try {
            return Class.forName(MONGO_CLIENTS)
                    .getMethod("create", String.class)
                    .invoke(null, connectionString);
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException missing) {
            throw new IllegalStateException("org.mongodb:mongodb-driver-sync is not on the class path", missing);
        } catch (InvocationTargetException failure) {
            throw new IllegalStateException("the driver could not make a client", failure.getCause());
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (mongo instanceof Closeable client) {
                client.close();
            }
            if (couchbase != null) {
                couchbase.close();
            }
            for (AutoCloseable client : cosmos.values()) {
                client.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (Exception failure) {
            throw new IllegalStateException("a client could not be closed", failure);
        }
    }
}
