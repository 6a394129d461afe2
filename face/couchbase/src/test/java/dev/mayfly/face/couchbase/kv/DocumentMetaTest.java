package dev.mayfly.face.couchbase.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class DocumentMetaTest {
    @Test
    void whatIsKeptIsReadAgain() {
        byte[] xattrs = "{\"_sync\":{\"rev\":1}}".getBytes(StandardCharsets.UTF_8);
        DocumentMeta meta = new DocumentMeta(-2, 7, 0xcafebabe, DocumentMeta.JSON, xattrs);
        assertEquals(meta, DocumentMeta.fromBytes(meta.toBytes()));
        DocumentMeta plain = new DocumentMeta(1, Long.MAX_VALUE, 0, 0, DocumentMeta.NO_XATTRS);
        assertEquals(plain, DocumentMeta.fromBytes(plain.toBytes()));
    }

    @Test
    void whetherItIsACopyIsNoPartOfItsDatatype() {
        byte[] xattrs = {'{', '}'};
        DocumentMeta copy = new DocumentMeta(3, 2, 1, DocumentMeta.JSON, true, xattrs);
        DocumentMeta read = DocumentMeta.fromBytes(copy.toBytes());
        assertEquals(copy, read);
        assertTrue(read.isCopy());
        assertEquals(DocumentMeta.JSON | DocumentMeta.XATTR, read.datatype());
        assertNotEquals(copy, new DocumentMeta(3, 2, 1, DocumentMeta.JSON, xattrs));
    }

    @Test
    void theDatatypeTellsWhetherThereAreExtendedAttributes() {
        DocumentMeta with = new DocumentMeta(1, 1, 0, DocumentMeta.JSON, new byte[] {'{', '}'});
        assertEquals(DocumentMeta.JSON | DocumentMeta.XATTR, with.datatype());
        DocumentMeta without = new DocumentMeta(1, 1, 0, with.datatype(), DocumentMeta.NO_XATTRS);
        assertEquals(DocumentMeta.JSON, without.datatype());
    }

    @Test
    void anUnknownFormIsNotGuessedAt() {
        assertThrows(IllegalStateException.class, () -> DocumentMeta.fromBytes(new byte[] {9, 1, 2}));
    }
}
