package dev.mayfly.face.couchbase.xdcr;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The client's side of one login by SCRAM (RFC 5802), by which a password is proven without being sent. */
final class ScramProof {
    /** The mechanism as the key-value protocol names it. */
    static final String MECHANISM_NAME = "SCRAM-SHA512";

    private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_512;
    private static final int NONCE_CHARACTERS = 24;

    /** A server that asks for more would have the client spend its time. */
    private static final int ITERATIONS_MAX = 1_000_000;

    private static final String MALFORMED = "the target's answer to the login is malformed";

    private final String nonce =
            ScramFunctions.nonce(NONCE_CHARACTERS, new SecureRandom()).replace(',', '.');
    private final String firstBare;
    private final String password;
    private byte[] signature = {};

    ScramProof(String user, String password) {
        this.firstBare = "n=" + user.replace("=", "=3D").replace(",", "=2C") + ",r=" + nonce;
        this.password = password;
    }

    byte[] first() {
        return bytes("n,," + firstBare);
    }

    /** Returns the proof that the server's first message asks for. */
    byte[] last(byte[] message) throws IOException {
        String serverFirst = new String(message, StandardCharsets.UTF_8);
        String whole = attribute(serverFirst, 'r');
        if (!whole.startsWith(nonce) || whole.length() == nonce.length()) {
            throw new IOException("the target answers another login");
        }
        int iterations = iterations(attribute(serverFirst, 'i'));
        byte[] salt = salt(attribute(serverFirst, 's'));
        byte[] salted = ScramFunctions.saltedPassword(
                MECHANISM, StringPreparation.NO_PREPARATION, password.toCharArray(), salt, iterations);
        byte[] clientKey = ScramFunctions.clientKey(MECHANISM, salted);
        String withoutProof = "c=biws,r=" + whole;
        String exchange = firstBare + "," + serverFirst + "," + withoutProof;
        byte[] clientSignature =
                ScramFunctions.clientSignature(MECHANISM, ScramFunctions.storedKey(MECHANISM, clientKey), exchange);
        signature = ScramFunctions.serverSignature(MECHANISM, ScramFunctions.serverKey(MECHANISM, salted), exchange);
        byte[] proof = ScramFunctions.clientProof(clientKey, clientSignature);
        return bytes(withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof));
    }

    /** Checks that the server knows the password, too. */
    void check(byte[] message) throws IOException {
        byte[] expected = bytes("v=" + Base64.getEncoder().encodeToString(signature));
        if (!MessageDigest.isEqual(expected, message)) {
            throw new IOException("the target does not prove that it knows the password");
        }
    }

    private static int iterations(String number) throws IOException {
        int iterations;
        try {
            iterations = Integer.parseInt(number);
        } catch (NumberFormatException _) {
            throw new IOException(MALFORMED);
        }
        if (iterations < 1) {
            throw new IOException(MALFORMED);
        }
        if (iterations > ITERATIONS_MAX) {
            throw new IOException("the target asks for too many iterations");
        }
        return iterations;
    }

    private static byte[] salt(String base64) throws IOException {
        byte[] salt;
        try {
            salt = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            throw new IOException(MALFORMED);
        }
        if (salt.length == 0) {
            throw new IOException(MALFORMED);
        }
        return salt;
    }

    private static String attribute(String message, char name) throws IOException {
        for (String part : message.split(",", -1)) {
            if (part.length() > 2 && part.charAt(0) == name && part.charAt(1) == '=') {
                return part.substring(2);
            }
        }
        throw new IOException(MALFORMED);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
