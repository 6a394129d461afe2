package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import dev.mayfly.face.transport.connection.Connection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The state of one connection: its greeting, login and bucket. Used by one request at a time, not always on the same
 * thread.
 */
public final class KvSession {
    private final KvServices services;
    private final Connection connection;
    private volatile long features;
    private volatile @Nullable Identity identity;
    private volatile @Nullable Bucket bucket;
    private volatile String agent = "";
    private volatile long toldRevision;
    private final AtomicBoolean noticing = new AtomicBoolean();
    private @Nullable Login login;
    private volatile @Nullable SessionCompanion companion;
    private final PermissionCache permits = new PermissionCache();

    KvSession(KvServices services, Connection connection) {
        this.services = services;
        this.connection = connection;
    }

    public KvServices services() {
        return services;
    }

    public Connection connection() {
        return connection;
    }

    public boolean has(Feature feature) {
        return (features & 1L << feature.code()) != 0;
    }

    /** Grants these features and no other. */
    void grant(long bits) {
        features = bits;
    }

    /** Returns whether keys of documents begin with the id of their collection. */
    boolean namesCollections() {
        return has(Feature.COLLECTIONS);
    }

    /** Returns the client's own name, or empty. */
    public String agent() {
        return agent;
    }

    void agent(String told) {
        agent = told;
    }

    /** Returns the user that has logged in, or null. */
    public @Nullable Identity identity() {
        return identity;
    }

    void loggedIn(Identity proven) {
        identity = proven;
        login = null;
        connection.loggedIn();
    }

    /** Forgets the user and its bucket. */
    void loggedOut() {
        identity = null;
        bucket = null;
    }

    /** The login that has begun and not ended, or null. */
    @Nullable
    Login login() {
        return login;
    }

    void begin(@Nullable Login begun) {
        login = begun;
    }

    /** Returns what the connection has beyond its requests, or null. */
    public @Nullable SessionCompanion companion() {
        return companion;
    }

    /** Adds something that ends with the connection. */
    public void accompany(SessionCompanion added) {
        companion = added;
        if (!connection.isOpen()) {
            added.connectionClosed();
        }
    }

    void closed() {
        SessionCompanion known = companion;
        if (known != null) {
            known.connectionClosed();
        }
    }

    /** Returns the cache of permissions granted before. */
    PermissionCache permits() {
        return permits;
    }

    /** The bucket that was chosen, or null. */
    public @Nullable Bucket selected() {
        return bucket;
    }

    void select(Bucket chosen) {
        bucket = chosen;
        toldRevision = 0;
    }

    boolean wantsNotices() {
        return has(Feature.DUPLEX)
                && (has(Feature.CLUSTERMAP_CHANGE_NOTIFICATION) || has(Feature.CLUSTERMAP_CHANGE_NOTIFICATION_BRIEF));
    }

    /** Returns the flag that a notice is on its way. */
    AtomicBoolean noticing() {
        return noticing;
    }

    /** Returns whether there is a configuration that the client has not been sent. */
    boolean isNews() {
        return toldRevision < services.configs().revision();
    }

    /** Notes that the client is sent the configuration of now. */
    void told() {
        toldRevision = services.configs().revision();
    }

    /** The bucket that was chosen; refuses where none is. */
    public Bucket bucket() {
        Bucket chosen = bucket;
        if (chosen == null) {
            throw new StatusException(Status.NO_BUCKET, "No bucket is selected");
        }
        return chosen;
    }
}
