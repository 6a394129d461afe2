package dev.mayfly.face.couchbase.xdcr;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the other side of a login may say. That a right answer passes is shown by replications between servers. */
final class ScramProofTest {
    private static final String SALT = "QSXCR+Q6sek8bf92";

    private final ScramProof proof = new ScramProof("user", "pencil");

    private byte[] last(String salt, String iterations) throws IOException {
        String first = new String(proof.first(), StandardCharsets.UTF_8);
        String nonce = first.substring(first.indexOf("r=") + 2);
        String answer = "r=" + nonce + "more,s=" + salt + ",i=" + iterations;
        return proof.last(answer.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aProofIsMadeForWhatTheServerAsks() throws IOException {
        String last = new String(last(SALT, "4096"), StandardCharsets.UTF_8);
        assertTrue(last.startsWith("c=biws,r="), last);
        assertTrue(last.contains(",p="), last);
    }

    @Test
    void numbersThatAreNoneAreTheTargetsFault() {
        for (String iterations : List.of("", "x", "0", "-1", "4096x", "99999999999", "1000001")) {
            assertThrows(IOException.class, () -> last(SALT, iterations), iterations);
        }
    }

    @Test
    void aSaltThatIsNoneIsTheTargetsFault() {
        for (String salt : List.of("", "*", "QQ=Q", "====")) {
            assertThrows(IOException.class, () -> last(salt, "4096"), salt);
        }
    }

    @Test
    void anAnswerToAnotherLoginIsRefused() {
        for (String answer : List.of("", "r=other,s=" + SALT + ",i=4096", ",,,", "r=")) {
            assertThrows(IOException.class, () -> proof.last(answer.getBytes(StandardCharsets.UTF_8)), answer);
        }
    }
}
