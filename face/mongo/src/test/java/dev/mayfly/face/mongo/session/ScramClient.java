package dev.mayfly.face.mongo.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/** The client's side of SCRAM-SHA-256. */
public final class ScramClient {
    private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;

    private final String firstBare;
    private final String password;
    private byte[] serverSignature = new byte[0];

    public ScramClient(String user, String password) {
        this(user, password, "rOprNGfwEbeRWgbNEkqO");
    }

    ScramClient(String user, String password, String nonce) {
        this.firstBare = "n=" + user + ",r=" + nonce;
        this.password = password;
    }

    public byte[] first() {
        return bytes("n,," + firstBare);
    }

    public byte[] last(byte[] serverFirst) {
        String first = new String(serverFirst, StandardCharsets.UTF_8);
        String[] parts = first.split(",", -1);
        String nonce = parts[0].substring(2);
        byte[] salt = Base64.getDecoder().decode(parts[1].substring(2));
        int iterations = Integer.parseInt(parts[2].substring(2));
        byte[] salted = ScramFunctions.saltedPassword(
                MECHANISM, StringPreparation.SASL_PREPARATION, password.toCharArray(), salt, iterations);
        byte[] clientKey = ScramFunctions.clientKey(MECHANISM, salted);
        String withoutProof = "c=biws,r=" + nonce;
        String authMessage = firstBare + "," + first + "," + withoutProof;
        byte[] signature =
                ScramFunctions.clientSignature(MECHANISM, ScramFunctions.storedKey(MECHANISM, clientKey), authMessage);
        byte[] serverKey = ScramFunctions.serverKey(MECHANISM, salted);
        serverSignature = ScramFunctions.serverSignature(MECHANISM, serverKey, authMessage);
        byte[] proof = ScramFunctions.clientProof(clientKey, signature);
        return bytes(withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof));
    }

    /** Returns true if the server has proven that it knows the password, too. */
    public boolean accepts(byte[] serverFinal) {
        byte[] expected = bytes("v=" + Base64.getEncoder().encodeToString(serverSignature));
        return MessageDigest.isEqual(expected, serverFinal);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
