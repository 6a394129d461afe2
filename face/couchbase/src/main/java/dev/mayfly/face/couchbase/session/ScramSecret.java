package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

    /** Takes its time: that is what the iterations are for. */
    public static ScramSecret of(ScramMechanism mechanism, String password, byte[] salt, int iterations) {
        byte[] salted = salted(mechanism, password, salt, iterations);
        if (salted == null) {
            throw new IllegalArgumentException("an empty password cannot be kept");
        }
        byte[] storedKey = ScramFunctions.storedKey(mechanism, ScramFunctions.clientKey(mechanism, salted));
        return new ScramSecret(mechanism, salt, iterations, storedKey, ScramFunctions.serverKey(mechanism, salted));
    }

    private static byte @Nullable [] salted(ScramMechanism mechanism, String password, byte[] salt, int iterations) {
        if (password.isEmpty()) {
            return null;
        }
        char[] characters = password.toCharArray();
        try {
            // Clients of this protocol hash the bytes of a password as they are.
            return ScramFunctions.saltedPassword(
                    mechanism, StringPreparation.NO_PREPARATION, characters, salt, iterations);
        } finally {
            Arrays.fill(characters, ' ');
        }
    }

    /** Returns whether this is the password; slow. */
    public boolean isOf(String password) {
        byte[] salted = salted(mechanism, password, salt, iterations);
        return salted != null
                && MessageDigest.isEqual(
                        storedKey, ScramFunctions.storedKey(mechanism, ScramFunctions.clientKey(mechanism, salted)));
    }

    boolean provenBy(byte[] proof, String authMessage) {
        return ScramFunctions.verifyClientProof(mechanism, proof, storedKey, authMessage);
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
