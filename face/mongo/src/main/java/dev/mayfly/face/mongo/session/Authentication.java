package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.transport.LoginGate;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Optional;

/** Checks who clients are, for all connections of a server. Safe for concurrent use; may wait. */
public final class Authentication {
    /** The one mechanism. */
    public static final String MECHANISM = "SCRAM-SHA-256";

    private final UserStore users;
    private final LoginGate gate;
    private final SecureRandom random = new SecureRandom();
    private final ScramSecrets secrets = new ScramSecrets(random);

    public Authentication(UserStore users, Clock clock, Timers timers) {
        this.users = users;
        this.gate = new LoginGate(clock, timers);
    }

    public UserStore users() {
        return users;
    }

    /** What to keep of a new password. */
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

        /** Whether nothing more is to be said. */
        public boolean isDone() {
            return isDone;
        }

        /** Who was proven, once the conversation is done. */
        public Optional<User> user() {
            return isDone ? conversation.proven() : Optional.empty();
        }

        /** Answers one message of the client. */
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
            if (!gate.admit(claimed, address)) {
                throw failure();
            }
            Optional<byte[]> answer = conversation.next(payload);
            if (answer.isEmpty()) {
                gate.failed(claimed, address);
                throw failure();
            }
            gate.succeeded(claimed, address);
            isDone = skipsEmptyExchange;
            return answer.get();
        }
    }

    /** Begins a login; the caller keeps it until it is done or has failed. */
    public Login login(int conversationId, String database, boolean skipsEmptyExchange, InetAddress address) {
        return new Login(conversationId, database, skipsEmptyExchange, address);
    }

    /** The same words whatever was wrong. */
    static CommandError failure() {
        return new CommandError(MongoCode.AUTHENTICATION_FAILED, "Authentication failed.");
    }
}
