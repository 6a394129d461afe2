package dev.mayfly.face.mongo.session;

import dev.mayfly.face.mongo.session.Authentication.Login;
import dev.mayfly.face.transport.connection.Connection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The state of one connection, as told and proven by its client. Used by one request at a time, not always on the same
 * thread.
 */
public final class ConnectionState {
    private final Connection connection;
    private final AtomicInteger conversations = new AtomicInteger();
    private final AtomicReference<@Nullable Operation> operation = new AtomicReference<>();
    private long requests;
    private long bytesIn;
    private long bytesOut;
    private volatile boolean isHungUp;
    private volatile @Nullable User user;
    private volatile @Nullable Login login;
    private volatile @Nullable BsonDocument clientMetadata;

    public ConnectionState(Connection connection) {
        this.connection = connection;
    }

    public Connection connection() {
        return connection;
    }

    /** Closes the connection, so that the request it is at gets no answer. */
    public void hangUp() {
        isHungUp = true;
        connection.close();
    }

    public boolean isHungUp() {
        return isHungUp;
    }

    /** Sets the connection's current operation, or null at its end; other threads may see the change a little later. */
    public void operation(@Nullable Operation now) {
        operation.setRelease(now);
    }

    public @Nullable Operation operation() {
        return operation.getAcquire();
    }

    /** Counts a request; called by the thread that carries it out, while others may read a slightly older count. */
    public void received(int bytes) {
        requests++;
        bytesIn += bytes;
    }

    public void sent(int bytes) {
        bytesOut += bytes;
    }

    Operations.Traffic traffic() {
        return new Operations.Traffic(requests, bytesIn, bytesOut);
    }

    public Optional<User> user() {
        return Optional.ofNullable(user);
    }

    /** The user as text, empty without login. */
    public String userText() {
        User known = user;
        return known == null ? "" : known.name().toString();
    }

    public void loggedIn(User proven) {
        user = proven;
        login = null;
        connection.loggedIn();
    }

    /** Replaces what is known of the user, whose roles may have changed since the login. */
    public void user(User now) {
        user = now;
    }

    public void loggedOut() {
        user = null;
        login = null;
    }

    /** Returns the name that the client's application gives itself. */
    public Optional<BsonValue> applicationName() {
        return clientMetadata()
                .map(told -> told.get("application"))
                .filter(BsonValue::isDocument)
                .map(application -> application.asDocument().get("name"));
    }

    public int nextConversation() {
        return conversations.incrementAndGet();
    }

    /** The login that has begun and not ended. */
    public Optional<Login> login() {
        return Optional.ofNullable(login);
    }

    public void begin(Login begun) {
        login = begun;
    }

    public void abandonLogin() {
        login = null;
    }

    /** Returns the metadata that the client sent about itself, once; later handshakes may not change it. */
    public Optional<BsonDocument> clientMetadata() {
        return Optional.ofNullable(clientMetadata);
    }

    public void clientMetadata(BsonDocument told) {
        if (clientMetadata == null) {
            clientMetadata = told;
        }
    }
}
