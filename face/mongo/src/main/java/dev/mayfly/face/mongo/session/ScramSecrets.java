package dev.mayfly.face.mongo.session;

import com.ongres.scram.common.ScramFunctions;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/** Makes up verifiers for names that nobody has, the same one for the same name as long as the server runs. */
final class ScramSecrets {
    private static final int SECRET_BYTES = 32;

    private final byte[] secret = new byte[SECRET_BYTES];

    ScramSecrets(SecureRandom random) {
        random.nextBytes(secret);
    }

    ScramVerifier verifierOfNobody(UserName name) {
        byte[] salt = Arrays.copyOf(derive("salt", name), ScramVerifier.SALT_BYTES);
        return new ScramVerifier(salt, ScramVerifier.ITERATIONS_LEAST, derive("stored", name), derive("server", name));
    }

    private byte[] derive(String purpose, UserName name) {
        String text = purpose + '\0' + name.database() + '\0' + name.name();
        return ScramFunctions.hmac(ScramVerifier.MECHANISM, text.getBytes(StandardCharsets.UTF_8), secret);
    }
}
