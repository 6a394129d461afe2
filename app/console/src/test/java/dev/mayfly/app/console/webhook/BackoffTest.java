package dev.mayfly.app.console.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void itWaitsTwiceAsLongEachTimeUpToABound() {
        Backoff backoff = new Backoff(1);
        long whole = Backoff.FIRST.toMillis();
        for (int failures = 1; failures < 100; failures++) {
            long waited = backoff.after(failures).toMillis();
            assertTrue(waited >= whole / 2 && waited <= whole, failures + ": " + waited);
            whole = Math.min(whole * 2, Backoff.LONGEST.toMillis());
        }
    }

    @Test
    void aSeedReplaysIt() {
        assertEquals(new Backoff(5).after(9), new Backoff(5).after(9));
    }

    @Test
    void aSignatureIsTheHashOfTimeAndBody() {
        // printf '1767225600.{}' | openssl dgst -sha256 -hmac 'a secret of a test'
        assertEquals(
                "t=1767225600,v1=" + EXPECTED,
                Signature.of("a secret of a test", 1_767_225_600L, new byte[] {'{', '}'}));
    }

    private static final String EXPECTED = "eeb4e8a4fad6c8a623314946122de145ee8c1eca9ff2fc82e9764c4cc7b8c169";
}
