package dev.mayfly.face.mongo.session;

import com.ongres.scram.common.ScramFunctions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes the salts of users that are not stored: configured users, and unknown names. A name has the same salt as long
 * as the secret stays, so that a client which compares salts over a restart learns nothing.
 */
public final class ScramSecrets {
    public static final int SECRET_BYTES = 32;

    private final byte[] secret;

    /** @param secret of {@link #SECRET_BYTES}, the same at every start */
    public ScramSecrets(byte[] secret) {
        this.secret = secret.clone();
    }

    /** Returns the verifier of a user that is created anew at every start. */
    public ScramVerifier verifier(UserName name, String password) {
        return ScramVerifier.of(password, salt(name), ScramVerifier.ITERATIONS_LEAST);
    }

    ScramVerifier verifierOfNobody(UserName name) {
        return new ScramVerifier(
                salt(name), ScramVerifier.ITERATIONS_LEAST, derive("stored", name), derive("server", name));
    }

    private byte[] salt(UserName name) {
        return Arrays.copyOf(derive("salt", name), ScramVerifier.SALT_BYTES);
    }

    private byte[] derive(String purpose, UserName name) {
        String text = purpose + '\0' + name.database() + '\0' + name.name();
        return ScramFunctions.hmac(ScramVerifier.MECHANISM, text.getBytes(StandardCharsets.UTF_8), secret);
    }
}
