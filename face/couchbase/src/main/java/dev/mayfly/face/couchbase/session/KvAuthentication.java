package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import dev.mayfly.face.transport.LoginThrottle;
import dev.mayfly.face.transport.scram.ScramExchange;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Authenticates clients for all connections of a server. Safe for concurrent use; may wait. */
public final class KvAuthentication {
    /** The best first: a client takes the first that it knows. */
    static final List<ScramMechanism> MECHANISMS =
            List.of(ScramMechanism.SCRAM_SHA_512, ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_1);

    /** The default number of hash iterations. */
    private static final int ITERATIONS = 4_096;

    /** Clients of this protocol hash the bytes of a password as they are. */
    private static final StringPreparation PREPARATION = StringPreparation.NO_PREPARATION;

    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final SecureRandom random = new SecureRandom();

    public KvAuthentication(Accounts accounts, LoginThrottle throttle) {
        this.accounts = accounts;
        this.throttle = throttle;
    }

    /** The mechanism that a client names, or null; the protocol writes the names without the last dash. */
    static @Nullable ScramMechanism mechanism(String name) {
        for (ScramMechanism mechanism : MECHANISMS) {
            if (shown(mechanism).equals(name)) {
                return mechanism;
            }
        }
        return null;
    }

    /** Such as {@code SCRAM-SHA512}. */
    static String shown(ScramMechanism mechanism) {
        return mechanism.getName().replace("SHA-", "SHA");
    }

    Login begin(ScramMechanism mechanism) {
        return new Login(mechanism, new ScramExchange(user -> secret(user, mechanism), random));
    }

    /** Derives the secret to be stored for a password. Slow. */
    public static ScramSecret secretOf(ScramMechanism mechanism, String password, byte[] salt) {
        return ScramSecret.of(mechanism, PREPARATION, password, salt, ITERATIONS);
    }

    /** Returns the secret that checks a proof of this user; for an unknown name one that no proof fits. */
    private ScramSecret secret(String user, ScramMechanism mechanism) {
        ScramSecret known = accounts.secret(user, mechanism);
        if (known != null) {
            return known;
        }
        byte[] salt = accounts.salt(user, mechanism);
        int length = ScramFunctions.hmac(mechanism, salt, salt).length;
        return new ScramSecret(
                mechanism, salt, ITERATIONS, ScramFunctions.salt(length, random), ScramFunctions.salt(length, random));
    }

    /** Answers the last message of a login, and notes how it went; null if it has failed. */
    @Nullable
    Proven prove(Login login, byte[] message, InetAddress from) {
        String user = login.exchange().user();
        if (!throttle.admit(user, from)) {
            return null;
        }
        String answer = login.exchange().last(message);
        Identity identity = answer == null ? null : accounts.identity(user);
        if (answer == null || identity == null) {
            throttle.failed(user, from);
            return null;
        }
        throttle.succeeded(user, from);
        return new Proven(identity, answer);
    }

    /** Returns the user, or null if the password is wrong. */
    public @Nullable Identity check(String user, String password, InetAddress from) {
        if (!throttle.admit(user, from)) {
            return null;
        }
        ScramSecret secret = secret(user, ScramMechanism.SCRAM_SHA_256);
        Identity identity = !password.isEmpty() && secret.isOf(PREPARATION, password) ? accounts.identity(user) : null;
        if (identity == null) {
            throttle.failed(user, from);
            return null;
        }
        throttle.succeeded(user, from);
        return identity;
    }

    /** An authenticated client, and the server's proof that it knew the user. */
    record Proven(Identity identity, String answer) {}
}
