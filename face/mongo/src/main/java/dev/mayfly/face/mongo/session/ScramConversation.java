package dev.mayfly.face.mongo.session;

import com.ongres.scram.common.ClientFirstMessage;
import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.exception.ScramParseException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server's side of one SCRAM-SHA-256 conversation (RFC 5802, RFC 7677). Not safe for concurrent use. */
final class ScramConversation {
    /*
     * FIRST: waits for client-first; answers server-first (nonce, salt, iterations). -> FINAL
     * FINAL: waits for client-final; checks channel binding, nonce and proof; answers the server's signature. -> PROVEN
     * Anything else, or anything wrong -> FAILED, for good.
     *
     * An unknown name goes through the same states with a salt that depends only on the name and a secret of this
     * server, so that it looks like a user's; its proof is checked against random keys and never holds.
     */
    private enum State {
        FIRST,
        FINAL,
        PROVEN,
        FAILED
    }

    private static final int NONCE_CHARACTERS = 24;
    private static final int MESSAGE_CHARACTERS_MAX = 4_096;
    /** "n,,": no channel binding, no other identity. */
    private static final String GS2_HEADER = "n,,";

    private final String database;
    private final ScramSecrets secrets;
    private final UserStore users;
    private final SecureRandom random;
    private State state = State.FIRST;
    private @Nullable UserName claimed;
    private Optional<User> user = Optional.empty();
    private @Nullable ScramVerifier verifier;
    private String nonce = "";
    private String clientFirstBare = "";
    private String serverFirst = "";

    ScramConversation(String database, ScramSecrets secrets, UserStore users, SecureRandom random) {
        this.database = database;
        this.secrets = secrets;
        this.users = users;
        this.random = random;
    }

    /** Returns the name that the client claims; empty before the first message. */
    Optional<UserName> claimed() {
        return Optional.ofNullable(claimed);
    }

    /** Returns the authenticated user. */
    Optional<User> proven() {
        return state == State.PROVEN ? user : Optional.empty();
    }

    /** Returns the next message, or nothing if the conversation has failed. */
    Optional<byte[]> next(byte[] message) {
        State before = state;
        state = State.FAILED;
        String text = new String(message, StandardCharsets.UTF_8);
        if (text.length() > MESSAGE_CHARACTERS_MAX) {
            return Optional.empty();
        }
        return switch (before) {
            case FIRST -> first(text);
            case FINAL -> last(text);
            case PROVEN, FAILED -> Optional.empty();
        };
    }

    private Optional<byte[]> first(String text) {
        String name;
        try {
            ClientFirstMessage first = ClientFirstMessage.parseFrom(text);
            if (!text.startsWith(GS2_HEADER)) {
                return Optional.empty();
            }
            name = first.getUsername();
            nonce = first.getClientNonce() + ScramFunctions.nonce(NONCE_CHARACTERS, random);
        } catch (ScramParseException | IllegalArgumentException _) {
            return Optional.empty();
        }
        UserName who = new UserName(database, name);
        user = users.find(who);
        claimed = who;
        ScramVerifier known = user.map(User::verifier).orElseGet(() -> secrets.verifierOfNobody(who));
        verifier = known;
        clientFirstBare = text.substring(GS2_HEADER.length());
        serverFirst =
                "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(known.salt()) + ",i=" + known.iterations();
        state = State.FINAL;
        return Optional.of(bytes(serverFirst));
    }

    private Optional<byte[]> last(String text) {
        String binding = "c=" + Base64.getEncoder().encodeToString(bytes(GS2_HEADER));
        String withoutProof = binding + ",r=" + nonce;
        if (verifier == null || !text.startsWith(withoutProof + ",p=")) {
            return Optional.empty();
        }
        byte[] proof;
        try {
            proof = Base64.getDecoder().decode(text.substring(withoutProof.length() + 3));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        String authMessage = clientFirstBare + "," + serverFirst + "," + withoutProof;
        byte[] signature = ScramFunctions.serverSignature(ScramVerifier.MECHANISM, verifier.serverKey(), authMessage);
        if (!holds(proof, verifier, authMessage) || user.isEmpty()) {
            return Optional.empty();
        }
        state = State.PROVEN;
        return Optional.of(bytes("v=" + Base64.getEncoder().encodeToString(signature)));
    }

    private static boolean holds(byte[] proof, ScramVerifier verifier, String authMessage) {
        byte[] signature = ScramFunctions.clientSignature(ScramVerifier.MECHANISM, verifier.storedKey(), authMessage);
        if (proof.length != signature.length) {
            return false;
        }
        byte[] clientKey = ScramFunctions.clientProof(proof, signature);
        return MessageDigest.isEqual(
                verifier.storedKey(), ScramFunctions.storedKey(ScramVerifier.MECHANISM, clientKey));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
