package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.transport.LoginThrottle;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Optional;

/** Authenticates clients, for all connections of a server. Safe for concurrent use; may wait. */
public final class Authentication {
    /** The one mechanism. */
    public static final String MECHANISM = "SCRAM-SHA-256";

    private final UserStore users;
    private final LoginThrottle throttle;
    private final SecureRandom random = new SecureRandom();
    private final ScramSecrets secrets;

    public Authentication(UserStore users, Clock clock, Timers timers) {
        this.users = users;
        this.secrets = new ScramSecrets(users.secret());
        this.throttle = new LoginThrottle(clock, timers);
    }

    public UserStore users() {
        return users;
    }

    /** Returns the verifier to store for a new password. */
    public ScramVerifier verifier(String password) {
        return ScramVerifier.of(password, random);
    }

    /** A login that has just begun on one connection. Not safe for concurrent use. */
    public final class Login {
        private final int conversationId;
        private final boolean skipsEmptyExchange;
        private final InetAddress address;
        private final ScramConversation conversation;
        private boolean isDone;

        private Login(int conversationId, String database, boolean skipsEmptyExchange, InetAddress address) {
            this.conversationId = conversationId;
            this.skipsEmptyExchange = skipsEmptyExchange;
            this.address = address;
            this.conversation = new ScramConversation(database, secrets, users, random);
        }

        public int conversationId() {
            return conversationId;
        }

        /** Returns whether the conversation is complete. */
        public boolean isDone() {
            return isDone;
        }

        /** Returns the authenticated user, once the conversation is complete. */
        public Optional<User> user() {
            return isDone ? conversation.proven() : Optional.empty();
        }

        /** Returns the answer to one message of the client. */
        public byte[] next(byte[] payload) {
            if (conversation.proven().isPresent()) {
                if (isDone || payload.length > 0) {
                    throw failure();
                }
                isDone = true;
                return payload;
            }
            Optional<UserName> claimed = conversation.claimed();
            if (claimed.isEmpty()) {
                return conversation.next(payload).orElseThrow(Authentication::failure);
            }
            return prove(claimed.get(), payload);
        }

        private byte[] prove(UserName claimed, byte[] payload) {
            if (!throttle.admit(claimed, address)) {
                throw failure();
            }
            Optional<byte[]> answer = conversation.next(payload);
            if (answer.isEmpty()) {
                throttle.failed(claimed, address);
                throw failure();
            }
            throttle.succeeded(claimed, address);
            isDone = skipsEmptyExchange;
            return answer.get();
        }
    }

    /** Begins a login; the caller keeps it until it is done or has failed. */
    public Login login(int conversationId, String database, boolean skipsEmptyExchange, InetAddress address) {
        return new Login(conversationId, database, skipsEmptyExchange, address);
    }

    /** Returns the same error whatever was wrong. */
    static CommandError failure() {
        return new CommandError(MongoCode.AUTHENTICATION_FAILED, "Authentication failed.");
    }
}
