package dev.mayfly.face.couchbase.bucket;

/**
 * The ports at which clients find the services of this node.
 *
 * @param keyValue port
 * @param management port
 * @param query port
 * @param encrypted whether the same ports take TLS too
 */
public record NodePorts(int keyValue, int management, int query, boolean encrypted) {
    /** The names under which a server announces these ports to others. */
    public static final String KEY_VALUE_SERVICE = "couchbase-kv";

    public static final String QUERY_SERVICE = "couchbase-query";
    public static final String MANAGEMENT_SERVICE = "couchbase";
}
