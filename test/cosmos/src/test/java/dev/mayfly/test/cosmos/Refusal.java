package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.CosmosException;
import org.junit.jupiter.api.function.Executable;

/** The error that a client gets when a request is refused. */
record Refusal(int status, int substatus, String text) {
    static Refusal of(Executable request) {
        CosmosException refused = assertThrows(CosmosException.class, request);
        return new Refusal(refused.getStatusCode(), refused.getSubStatusCode(), String.valueOf(refused.getMessage()));
    }

    /** Runs what must be refused with this status. */
    static void expect(int status, Executable request) {
        expect(status, "", request);
    }

    /** Runs what must be refused with this status and a message that holds this text. */
    static void expect(int status, String text, Executable request) {
        Refusal refusal = of(request);
        assertEquals(status, refusal.status(), refusal::toString);
        assertTrue(refusal.text().contains(text), () -> "'" + text + "' is not in: " + refusal);
    }
}
