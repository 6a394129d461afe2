package dev.mayfly.test.testkit;

import java.lang.reflect.InvocationTargetException;

/** Makes clients of the Couchbase SDK, by reflection: this artifact does not depend on it. */
final class CouchbaseClients {
    static final String CLUSTER = "com.couchbase.client.java.Cluster";

    private CouchbaseClients() {}

    static AutoCloseable create(CouchbaseEndpoint endpoint) {
        try {
            Class<?> type = Class.forName(CLUSTER);
            Object cluster = type.getMethod("connect", String.class, String.class, String.class)
                    .invoke(null, endpoint.connectionString(), endpoint.user(), endpoint.password());
            return (AutoCloseable) cluster;
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException missing) {
            throw new IllegalStateException("com.couchbase.client:java-client is not on the class path", missing);
        } catch (InvocationTargetException failure) {
            throw new IllegalStateException("the SDK could not make a client", failure.getCause());
        }
    }
}
