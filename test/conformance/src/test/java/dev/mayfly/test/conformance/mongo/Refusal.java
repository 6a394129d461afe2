package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import org.junit.jupiter.api.function.Executable;

/** The error that a client gets when a command is refused. */
record Refusal(int code, String name, String text) {
    static Refusal of(Executable request) {
        MongoCommandException refused = assertThrows(MongoCommandException.class, request);
        return new Refusal(refused.getErrorCode(), refused.getErrorCodeName(), refused.getErrorMessage());
    }

    /** Runs what must be refused with this code and a message that holds this text. */
    static void expect(int code, String name, String text, Executable request) {
        Refusal refusal = of(request);
        assertEquals(code, refusal.code(), refusal::toString);
        assertEquals(name, refusal.name());
        assertTrue(refusal.text().contains(text), () -> "'" + text + "' is not in: " + refusal);
    }
}
