package dev.mayfly.test.testkit;

import java.lang.reflect.InvocationTargetException;

/** Makes clients of the Couchbase SDK, by reflection: this artifact does not depend on it. */
final class CouchbaseClients {
    static final String CLUSTER = "com.couchbase.client.java.Cluster";

    private static final String KV_TIMEOUT = "com.couchbase.env.timeout.kvTimeout";

    private CouchbaseClients() {}

    static AutoCloseable create(CouchbaseEndpoint endpoint) {
        if (System.getProperty(KV_TIMEOUT) == null) {
            // The machines that tests run on are busy ones: the 2.5 s of the SDK are not always enough to open a
            // bucket.
            System.setProperty(KV_TIMEOUT, "30s");
        }
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
