package dev.mayfly.engine.document;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import org.junit.jupiter.api.Test;

/** A face may have the version of a write stand in its own bytes. */
class VersionInFaceTest {
    private static final DocumentKey KEY = new DocumentKey(new byte[] {1});

    @Test
    void theVersionIsWrittenWhereItIsAskedFor() {
        byte[] face = "<................><................>".getBytes(US_ASCII);
        StoredDocument draft = StoredDocument.draft(KEY, 1, Lifetime.FOREVER, face, new byte[] {7})
                .showing(new int[] {1, 19});
        draft.seal(0x1234L);
        StoredDocument stored = StoredDocument.of(KEY, draft.bytes());
        assertEquals("<0000000000001234><0000000000001234>", new String(stored.face(), US_ASCII));
        assertEquals(0x1234L, stored.version());
    }

    @Test
    void aPlaceOutsideOfTheFaceIsAMistake() {
        StoredDocument draft = StoredDocument.draft(KEY, 1, Lifetime.FOREVER, new byte[16], new byte[16]);
        assertThrows(IndexOutOfBoundsException.class, () -> draft.showing(new int[] {1}));
    }
}
