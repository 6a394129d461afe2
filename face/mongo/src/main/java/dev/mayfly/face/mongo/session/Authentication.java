package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.transport.LoginThrottle;
import dev.mayfly.face.transport.scram.ScramExchange;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /** Returns the secret to store for a new password. */
    public ScramSecret secret(String password) {
        return ScramSecrets.of(password, random);
    }

    /** A login that has just begun on one connection. Not safe for concurrent use. */
    public final class Login {
        private final int conversationId;
        private final boolean skipsEmptyExchange;
        private final InetAddress address;
        private final String database;
        private final ScramExchange exchange = new ScramExchange(this::secret, random);
        private @Nullable UserName claimed;
        private Optional<User> user = Optional.empty();
        private boolean isProven;
        private boolean isDone;

        private Login(int conversationId, String database, boolean skipsEmptyExchange, InetAddress address) {
            this.conversationId = conversationId;
            this.skipsEmptyExchange = skipsEmptyExchange;
            this.address = address;
            this.database = database;
        }

        private ScramSecret secret(String name) {
            UserName who = new UserName(database, name);
            claimed = who;
            user = users.find(who);
            return user.map(User::secret).orElseGet(() -> secrets.secretOfNobody(who));
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
            return isDone ? user : Optional.empty();
        }

        /** Returns the answer to one message of the client. */
        public byte[] next(byte[] payload) {
            if (isProven) {
                if (isDone || payload.length > 0) {
                    throw failure();
                }
                isDone = true;
                return payload;
            }
            UserName who = claimed;
            String answer = who == null ? exchange.first(payload) : prove(who, payload);
            if (answer == null) {
                throw failure();
            }
            return answer.getBytes(StandardCharsets.UTF_8);
        }

        private @Nullable String prove(UserName who, byte[] payload) {
            if (!throttle.admit(who, address)) {
                return null;
            }
            String answer = exchange.last(payload);
            if (answer == null || user.isEmpty()) {
                throttle.failed(who, address);
                return null;
            }
            throttle.succeeded(who, address);
            isProven = true;
            isDone = skipsEmptyExchange;
            return answer;
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
