package dev.mayfly.face.mongo.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.security.SecureRandom;
import java.util.Arrays;

/** The stored form of a password: enough to check it with SCRAM-SHA-256, not enough to be used in its place. */
public final class ScramVerifier {
    public static final int ITERATIONS_LEAST = 15_000;

    static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;
    static final int SALT_BYTES = 28;

    private final byte[] salt;
    private final int iterations;
    private final byte[] storedKey;
    private final byte[] serverKey;

    /** Takes over what an earlier verifier gave out. */
    public ScramVerifier(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
        if (iterations < ITERATIONS_LEAST) {
            throw new IllegalArgumentException("too few iterations");
        }
        this.salt = salt.clone();
        this.iterations = iterations;
        this.storedKey = storedKey.clone();
        this.serverKey = serverKey.clone();
    }

    public static ScramVerifier of(String password, SecureRandom random) {
        return of(password, ScramFunctions.salt(SALT_BYTES, random), ITERATIONS_LEAST);
    }

    static ScramVerifier of(String password, byte[] salt, int iterations) {
        if (password.isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, "Password cannot be empty");
        }
        char[] characters = password.toCharArray();
        try {
            byte[] salted = ScramFunctions.saltedPassword(
                    MECHANISM, StringPreparation.SASL_PREPARATION, characters, salt, iterations);
            byte[] storedKey = ScramFunctions.storedKey(MECHANISM, ScramFunctions.clientKey(MECHANISM, salted));
            return new ScramVerifier(salt, iterations, storedKey, ScramFunctions.serverKey(MECHANISM, salted));
        } catch (IllegalArgumentException _) {
            throw new CommandError(MongoCode.BAD_VALUE, "Password has characters that cannot be prepared");
        } finally {
            Arrays.fill(characters, ' ');
        }
    }

    public byte[] salt() {
        return salt.clone();
    }

    public int iterations() {
        return iterations;
    }

    public byte[] storedKey() {
        return storedKey.clone();
    }

    public byte[] serverKey() {
        return serverKey.clone();
    }

    @Override
    public String toString() {
        return "ScramVerifier";
    }
}
