package dev.mayfly.face.couchbase.admin;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.store.api.KeyRange;
import java.nio.charset.StandardCharsets;

/** Keys of the couchbase face, which are text as it is. */
public enum DocumentKeyText implements KeyReader {
    INSTANCE;

    private static final int BYTES_MAX = 250;

    @Override
    public DocumentKey read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > BYTES_MAX) {
            throw new IllegalArgumentException("a key has 1 to " + BYTES_MAX + " bytes");
        }
        return new DocumentKey(bytes);
    }

    @Override
    public KeyRange beginning(String prefix) {
        return KeyRange.prefix(prefix.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String write(DocumentKey key) {
        return new String(key.bytes(), StandardCharsets.UTF_8);
    }
}
