package dev.mayfly.engine.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LongFaceTest {
    private static final DocumentKey KEY = new DocumentKey(new byte[] {1});
    private static final byte[] BODY = {7, 8, 9};

    @Test
    void theBytesOfTheFaceMayBeOfAnyLength() {
        for (int length : new int[] {0, 1, 254, 255, 256, 70_000}) {
            byte[] face = new byte[length];
            Arrays.fill(face, (byte) 5);
            StoredDocument draft = StoredDocument.draft(KEY, 12, new Lifetime.Until(34), face, BODY);
            draft.seal(56);
            StoredDocument read = StoredDocument.of(KEY, draft.bytes());
            assertArrayEquals(face, read.face());
            assertArrayEquals(BODY, read.body());
            assertEquals(56, read.version());
            assertEquals(new Lifetime.Until(34), read.lifetime());
        }
    }

    @Test
    void aChangedByteIsDamage() {
        StoredDocument draft = StoredDocument.draft(KEY, 12, Lifetime.FOREVER, new byte[300], BODY);
        draft.seal(1);
        byte[] bytes = draft.bytes();
        bytes[25] ^= 1;
        assertThrows(StoredDocument.CorruptDocumentException.class, () -> StoredDocument.of(KEY, bytes));
    }
}
