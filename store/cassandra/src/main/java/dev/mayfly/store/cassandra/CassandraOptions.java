package dev.mayfly.store.cassandra;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The choices for a store in Cassandra.
 *
 * @param contactPoints nodes by which the others are found; one that answers is enough
 * @param datacenter the one whose nodes are asked, and whose replicas agree
 * @param keyspace made if it is missing
 * @param replication in how many nodes of the data center a keyspace is kept that is made
 * @param login null where Cassandra asks for none
 * @param tls null for connections without encryption
 */
public record CassandraOptions(
        List<InetSocketAddress> contactPoints,
        String datacenter,
        String keyspace,
        int replication,
        @Nullable Login login,
        @Nullable SSLContext tls) {
    /** A user of Cassandra. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    /** The names that need no quotes in CQL. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    public CassandraOptions {
        contactPoints = List.copyOf(contactPoints);
        if (!isKeyspace(keyspace)) {
            throw new IllegalArgumentException("keyspace " + keyspace);
        }
        if (replication < 1) {
            throw new IllegalArgumentException("replication " + replication);
        }
    }

    /** Returns true if a keyspace may be called so: small letters, digits and underscores, at most 48, a letter first. */
    public static boolean isKeyspace(String name) {
        return NAME.matcher(name).matches();
    }
}
