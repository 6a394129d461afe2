package dev.mayfly.face.transport.scram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScramExchangeTest {
    private static final ScramMechanism SHA_256 = ScramMechanism.SCRAM_SHA_256;
    private static final StringPreparation AS_IT_IS = StringPreparation.NO_PREPARATION;
    private static final byte[] SALT = bytes("salt");
    private static final ScramSecret PENCIL = ScramSecret.of(SHA_256, AS_IT_IS, "pencil", SALT, 10);

    private final ScramExchange exchange = new ScramExchange(_ -> PENCIL, new SecureRandom());

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String first(String message) {
        String answer = exchange.first(bytes(message));
        assertNotNull(answer);
        return answer;
    }

    /** Returns the last message of a client that knows the password. */
    private static String proof(String gs2, String firstBare, String serverFirst, String password) {
        String nonce = serverFirst.substring(2, serverFirst.indexOf(",s="));
        String withoutProof = "c=" + Base64.getEncoder().encodeToString(bytes(gs2)) + ",r=" + nonce;
        byte[] clientKey = ScramFunctions.clientKey(
                SHA_256, ScramFunctions.saltedPassword(SHA_256, AS_IT_IS, password.toCharArray(), SALT, 10));
        byte[] signature = ScramFunctions.clientSignature(
                SHA_256,
                ScramFunctions.storedKey(SHA_256, clientKey),
                firstBare + "," + serverFirst + "," + withoutProof);
        byte[] proof = ScramFunctions.clientProof(clientKey, signature);
        return withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof);
    }

    @Test
    void thePasswordIsProven() {
        String serverFirst = first("n,,n=ann,r=a nonce");
        assertEquals("ann", exchange.user());
        assertTrue(serverFirst.startsWith("r=a nonce"));
        assertTrue(serverFirst.endsWith(",i=10"));
        String answer = exchange.last(bytes(proof("n,,", "n=ann,r=a nonce", serverFirst, "pencil")));
        assertTrue(answer != null && answer.startsWith("v="));
    }

    @Test
    void aClientThatCouldBindProvesItToo() {
        String serverFirst = first("y,,n=ann,r=abc");
        assertNotNull(exchange.last(bytes(proof("y,,", "n=ann,r=abc", serverFirst, "pencil"))));
    }

    @Test
    void aChangedHeaderIsNoticed() {
        String serverFirst = first("y,,n=ann,r=abc");
        assertNull(exchange.last(bytes(proof("n,,", "n=ann,r=abc", serverFirst, "pencil"))));
    }

    @Test
    void anotherPasswordIsNotProvenAndMayNotBeTriedAgain() {
        String serverFirst = first("n,,n=ann,r=abc");
        assertNull(exchange.last(bytes(proof("n,,", "n=ann,r=abc", serverFirst, "pen"))));
        assertNull(exchange.last(bytes(proof("n,,", "n=ann,r=abc", serverFirst, "pencil"))));
    }

    @Test
    void aProofOfAnotherLengthIsNone() {
        String serverFirst = first("n,,n=ann,r=abc");
        String last = proof("n,,", "n=ann,r=abc", serverFirst, "pencil");
        assertNull(exchange.last(bytes(last.substring(0, last.indexOf(",p=") + 3) + "YWJj")));
    }

    @Test
    void namesMayHaveCommasAndEqualsSigns() {
        first("n,,n=a=2Cb=3Dc=2C,r=abc");
        assertEquals("a,b=c,", exchange.user());
    }

    @Test
    void brokenFirstMessagesEndTheConversation() {
        for (String broken : List.of(
                "",
                "n,,",
                "n,,n=ann",
                "n,,r=abc",
                "n,,n=ann,r=",
                "n,,n=a=2D,r=abc",
                "p=x,,n=ann,r=abc",
                "n,,m=x,n=ann,r=abc")) {
            ScramExchange other = new ScramExchange(_ -> PENCIL, new SecureRandom());
            assertNull(other.first(bytes(broken)), broken);
            assertNull(other.first(bytes("n,,n=ann,r=abc")), broken);
        }
        assertNull(exchange.first(new byte[] {'n', ',', ',', 'n', '=', -1, ',', 'r', '=', 'a'}));
    }

    @Test
    void aSecretKnowsItsPassword() {
        assertTrue(PENCIL.isOf(AS_IT_IS, "pencil"));
        assertFalse(PENCIL.isOf(AS_IT_IS, "pen"));
        assertThrows(IllegalArgumentException.class, () -> ScramSecret.of(SHA_256, AS_IT_IS, "", SALT, 10));
    }
}
