package dev.mayfly.engine.commit;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.format.Layout;

/**
 * One entry of a draft in the order of last writes; the version and the instant are known when the draft is sealed.
 *
 * @param key begins with the version
 * @param value the latest instant at which any document up to the version was modified
 */
public record ModifiedEntry(byte[] key, byte[] value) {
    public static final int VALUE_BYTES = 8;

    static ModifiedEntry of(DocumentKey document) {
        return new ModifiedEntry(Layout.recencyKey(0, document), new byte[VALUE_BYTES]);
    }

    void seal(long version) {
        Layout.LONG.set(key, 4, version);
    }

    void sealLatest(long instant) {
        Layout.LONG.set(value, 0, instant);
    }
}
