package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The server's side of one SCRAM conversation (RFC 5802). Not safe for concurrent use. */
final class Login {
    /*
     * first: client-first in, server-first out (nonce, salt, iterations).
     * last: client-final in; checks channel binding, nonce and proof; the server's signature out.
     * Each may be asked once; anything wrong ends the conversation for good.
     *
     * Attributes end at a comma and nowhere else: some clients put spaces into their nonces. An unknown name goes
     * the same way with a secret of its own that no proof fits.
     */
    private static final int NONCE_CHARACTERS = 24;
    private static final int MESSAGE_BYTES_MAX = 4_096;

    private final ScramMechanism mechanism;
    private final KvAuthentication authentication;
    private final SecureRandom random;
    private @Nullable ScramSecret secret;
    private String user = "";
    private String gs2Header = "";
    private String clientFirstBare = "";
    private String serverFirst = "";
    private String nonce = "";

    Login(ScramMechanism mechanism, KvAuthentication authentication, SecureRandom random) {
        this.mechanism = mechanism;
        this.authentication = authentication;
        this.random = random;
    }

    ScramMechanism mechanism() {
        return mechanism;
    }

    /** Returns the user that the client claims to be; empty before the first message. */
    String user() {
        return user;
    }

    /** The answer to the first message, or null if it is malformed. */
    @Nullable
    String first(byte[] message) {
        String text = text(message);
        // "n,,": no channel binding, no other identity; a client may also say "y" that it could bind.
        if (text == null || !(text.startsWith("n,,") || text.startsWith("y,,"))) {
            return null;
        }
        gs2Header = text.substring(0, 3);
        clientFirstBare = text.substring(3);
        String name = attribute(clientFirstBare, 'n');
        String clientNonce = attribute(clientFirstBare, 'r');
        String plain = name == null ? null : unescaped(name);
        if (plain == null || clientNonce == null || clientNonce.isEmpty()) {
            return null;
        }
        user = plain;
        ScramSecret known = authentication.secret(user, mechanism);
        secret = known;
        nonce = clientNonce + ScramFunctions.nonce(NONCE_CHARACTERS, random).replace(',', '.');
        serverFirst =
                "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(known.salt()) + ",i=" + known.iterations();
        return serverFirst;
    }

    /** The answer to the last message, or null if it proves nothing. */
    @Nullable
    String last(byte[] message) {
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
