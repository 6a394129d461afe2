package dev.mayfly.face.transport.scram;

import com.ongres.scram.common.ScramFunctions;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The server's side of one SCRAM conversation (RFC 5802, RFC 7677). Not safe for concurrent use. */
public final class ScramExchange {
    /*
     * first: client-first in, server-first out (nonce, salt, iterations).
     * last: client-final in; checks channel binding, nonce and proof; the server's signature out.
     * Each may be asked once; anything wrong ends the conversation for good.
     *
     * Attributes end at a comma and nowhere else: some clients put spaces into their nonces. An unknown name goes the
     * same way with a secret that no proof fits; whether there is such a user is for the caller to ask afterwards.
     */
    private static final int NONCE_CHARACTERS = 24;
    private static final int MESSAGE_BYTES_MAX = 4_096;

    private final Function<String, ScramSecret> secrets;
    private final SecureRandom random;
    private boolean hasBegun;
    private @Nullable ScramSecret secret;
    private String user = "";
    private String gs2Header = "";
    private String clientFirstBare = "";
    private String serverFirst = "";
    private String nonce = "";

    /** @param secrets gives the secret of a user; for an unknown name one that looks like a user's, the same each time */
    public ScramExchange(Function<String, ScramSecret> secrets, SecureRandom random) {
        this.secrets = secrets;
        this.random = random;
    }

    /** Returns the user that the client claims to be; empty before the first message. */
    public String user() {
        return user;
    }

    /** Returns the answer to the first message, or null if it is malformed. */
    public @Nullable String first(byte[] message) {
        String text = hasBegun ? null : text(message);
        hasBegun = true;
        // "n,,": no channel binding, no other identity; a client may also say "y" that it could bind.
        if (text == null || !(text.startsWith("n,,") || text.startsWith("y,,"))) {
            return null;
        }
        gs2Header = text.substring(0, 3);
        clientFirstBare = text.substring(3);
        String name = attribute(clientFirstBare, 'n');
        String clientNonce = attribute(clientFirstBare, 'r');
        String plain = name == null ? null : unescaped(name);
        boolean needsExtension = clientFirstBare.startsWith("m=");
        if (plain == null || clientNonce == null || clientNonce.isEmpty() || needsExtension) {
            return null;
        }
        user = plain;
        ScramSecret known = secrets.apply(user);
        secret = known;
        nonce = clientNonce + ScramFunctions.nonce(NONCE_CHARACTERS, random).replace(',', '.');
        serverFirst =
                "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(known.salt()) + ",i=" + known.iterations();
        return serverFirst;
    }

    /** Returns the answer to the last message, or null if it proves nothing. */
    public @Nullable String last(byte[] message) {
        ScramSecret known = secret;
        String text = text(message);
        secret = null;
        if (known == null || text == null) {
            return null;
        }
        int proofAt = text.lastIndexOf(",p=");
        String binding = Base64.getEncoder().encodeToString(gs2Header.getBytes(StandardCharsets.US_ASCII));
        if (proofAt < 0 || !text.startsWith("c=" + binding + ",r=" + nonce)) {
            return null;
        }
        String withoutProof = text.substring(0, proofAt);
        if (!nonce.equals(attribute(withoutProof, 'r'))) {
            return null;
        }
        String authMessage = clientFirstBare + "," + serverFirst + "," + withoutProof;
        byte[] proof = decoded(text.substring(proofAt + 3));
        if (proof == null || !known.provenBy(proof, authMessage)) {
            return null;
        }
        return "v=" + Base64.getEncoder().encodeToString(known.signature(authMessage));
    }

    private static @Nullable String text(byte[] message) {
        if (message.length > MESSAGE_BYTES_MAX) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }

    private static byte @Nullable [] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static @Nullable String attribute(String message, char name) {
        for (String part : message.split(",", -1)) {
            if (part.length() >= 2 && part.charAt(0) == name && part.charAt(1) == '=') {
                return part.substring(2);
            }
        }
        return null;
    }

    /** A name in which a comma and an equals sign were written as three characters each. */
    private static @Nullable String unescaped(String name) {
        String plain = name.replace("=2C", ",").replace("=3D", "\0");
        return plain.indexOf('=') >= 0 ? null : plain.replace('\0', '=');
    }
}
