package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.transport.LoginGate;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks who clients are, for all connections of a server. Safe for concurrent use; may wait. */
public final class Authentication {
    /** The best first: a client takes the first that it knows. */
    static final List<ScramMechanism> MECHANISMS =
            List.of(ScramMechanism.SCRAM_SHA_512, ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_1);

    /** How often passwords are hashed where nobody says otherwise. */
    public static final int ITERATIONS = 4_096;

    private static final int SALT_BYTES = 32;

    private final Accounts accounts;
    private final LoginGate gate;
    private final SecureRandom random = new SecureRandom();
    private final byte[] nobody = ScramFunctions.salt(SALT_BYTES, random);

    public Authentication(Accounts accounts, LoginGate gate) {
        this.accounts = accounts;
        this.gate = gate;
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
        return new Login(mechanism, this, random);
    }

    /** What a proof of this user is checked with; of nobody's name something that no proof fits. */
    ScramSecret secret(String user, ScramMechanism mechanism) {
        ScramSecret known = accounts.secret(user, mechanism);
        if (known != null) {
            return known;
        }
        byte[] name = user.getBytes(StandardCharsets.UTF_8);
        byte[] salt = ScramFunctions.hmac(mechanism, name, nobody);
        int length = salt.length;
        return new ScramSecret(
                mechanism,
                Arrays.copyOf(salt, Math.min(length, SALT_BYTES)),
                ITERATIONS,
                ScramFunctions.salt(length, random),
                ScramFunctions.salt(length, random));
    }

    /** Answers the last message of a login, and notes how it went; null if it has failed. */
    @Nullable
    Proven prove(Login login, byte[] message, InetAddress from) {
        if (!gate.admit(login.user(), from)) {
            return null;
        }
        String answer = login.last(message);
        Identity identity = answer == null ? null : accounts.identity(login.user());
        if (answer == null || identity == null) {
            gate.failed(login.user(), from);
            return null;
        }
        gate.succeeded(login.user(), from);
        return new Proven(identity, answer);
    }

    /** Who this is, if the password is his; null otherwise. */
    public @Nullable Identity check(String user, String password, InetAddress from) {
        if (!gate.admit(user, from)) {
            return null;
        }
        ScramSecret secret = secret(user, ScramMechanism.SCRAM_SHA_256);
        Identity identity = secret.isOf(password) ? accounts.identity(user) : null;
        if (identity == null) {
            gate.failed(user, from);
            return null;
        }
        gate.succeeded(user, from);
        return identity;
    }

    /** A client that has proven who it is, and how the server proves that it knew him. */
    record Proven(Identity identity, String answer) {}
}
