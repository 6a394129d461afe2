package dev.mayfly.face.transport.scram;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.security.MessageDigest;
import java.util.Arrays;

/** The stored secret of a password for one mechanism: enough to check it, too little to use it. Immutable. */
public final class ScramSecret {
    private final ScramMechanism mechanism;
    private final byte[] salt;
    private final int iterations;
    private final byte[] storedKey;
    private final byte[] serverKey;

    /** Takes over what an earlier secret gave out. */
    public ScramSecret(ScramMechanism mechanism, byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
        this.mechanism = mechanism;
        this.salt = salt.clone();
        this.iterations = iterations;
        this.storedKey = storedKey.clone();
        this.serverKey = serverKey.clone();
    }

    /**
     * Derives the secret of a password. Slow: that is what the iterations are for.
     *
     * @param preparation what the protocol's clients do to a password before they hash it
     * @throws IllegalArgumentException if the password is empty or cannot be prepared
     */
    public static ScramSecret of(
            ScramMechanism mechanism, StringPreparation preparation, String password, byte[] salt, int iterations) {
        byte[] salted = salted(mechanism, preparation, password, salt, iterations);
        byte[] storedKey = ScramFunctions.storedKey(mechanism, ScramFunctions.clientKey(mechanism, salted));
        return new ScramSecret(mechanism, salt, iterations, storedKey, ScramFunctions.serverKey(mechanism, salted));
    }

    private static byte[] salted(
            ScramMechanism mechanism, StringPreparation preparation, String password, byte[] salt, int iterations) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("an empty password cannot be kept");
        }
        char[] characters = password.toCharArray();
        try {
            return ScramFunctions.saltedPassword(mechanism, preparation, characters, salt, iterations);
        } finally {
            Arrays.fill(characters, ' ');
        }
    }

    /** Returns whether this is the password, which is not empty; slow. */
    public boolean isOf(StringPreparation preparation, String password) {
        byte[] clientKey =
                ScramFunctions.clientKey(mechanism, salted(mechanism, preparation, password, salt, iterations));
        return isStored(clientKey);
    }

    private boolean isStored(byte[] clientKey) {
        return MessageDigest.isEqual(storedKey, ScramFunctions.storedKey(mechanism, clientKey));
    }

    boolean provenBy(byte[] proof, String authMessage) {
        byte[] signature = ScramFunctions.clientSignature(mechanism, storedKey, authMessage);
        return proof.length == signature.length && isStored(ScramFunctions.clientProof(proof, signature));
    }

    byte[] signature(String authMessage) {
        return ScramFunctions.serverSignature(mechanism, serverKey, authMessage);
    }

    public ScramMechanism mechanism() {
        return mechanism;
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
        return mechanism + " secret";
    }
}
