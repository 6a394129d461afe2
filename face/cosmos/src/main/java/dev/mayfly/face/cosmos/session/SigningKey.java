package dev.mayfly.face.cosmos.session;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One key of the account, ready to sign. Safe for concurrent use. */
final class SigningKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int FINGERPRINT_BYTES = 8;

    /** Never used itself: copying one that is set up is cheaper than setting up another. */
    private final Mac prototype;

    private final String name;
    private final String fingerprint;
    private final boolean readsOnly;

    private SigningKey(String name, String fingerprint, Mac prototype, boolean readsOnly) {
        this.name = name;
        this.fingerprint = fingerprint;
        this.prototype = prototype;
        this.readsOnly = readsOnly;
    }

    static SigningKey of(String name, byte[] secret, boolean readsOnly) throws InvalidKeyException {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret);
            String fingerprint = HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
            return new SigningKey(name, fingerprint, mac, readsOnly);
        } catch (InvalidKeyException wrong) {
            throw wrong;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has " + ALGORITHM + " and SHA-256", missing);
        }
    }

    /** Returns its name for readable places such as the audit. */
    String name() {
        return name;
    }

    /** Returns what tells it from other keys and reveals nothing of it. */
    String fingerprint() {
        return fingerprint;
    }

    byte[] sign(byte[] text) {
        try {
            return ((Mac) prototype.clone()).doFinal(text);
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("the JDK's own can be copied", impossible);
        }
    }

    /** Compares in constant time: a difference at the beginning takes as long as one at the end. */
    boolean hasSigned(byte[] text, byte[] signature) {
        return MessageDigest.isEqual(sign(text), signature);
    }

    /** Returns true if the holder of this key may change nothing. */
    boolean readsOnly() {
        return readsOnly;
    }
}
