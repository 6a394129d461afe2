package dev.mayfly.face.mongo.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Makes the secrets of users. Those that are not stored, of configured users and unknown names, have the same salt as long
 * as the server's secret stays, so that a client which compares salts over a restart learns nothing.
 */
public final class ScramSecrets {
    public static final int SECRET_BYTES = 32;

    static final int ITERATIONS_LEAST = 15_000;

    private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;
    private static final int SALT_BYTES = 28;

    private final byte[] secret;

    /** @param secret of {@link #SECRET_BYTES}, the same at every start */
    public ScramSecrets(byte[] secret) {
        this.secret = secret.clone();
    }

    /** Takes over what an earlier secret gave out. */
    public static ScramSecret stored(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
        if (iterations < ITERATIONS_LEAST) {
            throw new IllegalArgumentException("too few iterations");
        }
        return new ScramSecret(MECHANISM, salt, iterations, storedKey, serverKey);
    }

    /** Returns a secret that no password fits. */
    public static ScramSecret ofNoPassword() {
        byte[] none = {};
        return stored(none, ITERATIONS_LEAST, none, none);
    }

    /** Returns the secret to be stored for a password. */
    static ScramSecret of(String password, SecureRandom random) {
        return of(password, ScramFunctions.salt(SALT_BYTES, random));
    }

    private static ScramSecret of(String password, byte[] salt) {
        if (password.isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, "Password cannot be empty");
        }
        try {
            return ScramSecret.of(MECHANISM, StringPreparation.SASL_PREPARATION, password, salt, ITERATIONS_LEAST);
        } catch (IllegalArgumentException _) {
            throw new CommandError(MongoCode.BAD_VALUE, "Password has characters that cannot be prepared");
        }
    }

    /** Returns the secret of a user that is created anew at every start. */
    public ScramSecret secret(UserName name, String password) {
        return of(password, salt(name));
    }

    ScramSecret secretOfNobody(UserName name) {
        return stored(salt(name), ITERATIONS_LEAST, derive("stored", name), derive("server", name));
    }

    private byte[] salt(UserName name) {
        return Arrays.copyOf(derive("salt", name), SALT_BYTES);
    }

    private byte[] derive(String purpose, UserName name) {
        String text = purpose + '\0' + name.database() + '\0' + name.name();
        return ScramFunctions.hmac(MECHANISM, text.getBytes(StandardCharsets.UTF_8), secret);
    }
}
