package dev.mayfly.engine.format;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One entry that a document has in an index.
 *
 * @param index the number of the index
 * @param value the encoded values of its key
 */
public record IndexEntry(int index, boolean unique, byte[] value) {
    /*
     * The key of an entry is the index, the values, and unless the index is unique the document's key. Its value is the
     * document's version, then the document's key for a unique index, else the length of the document's key.
     */

    public byte[] storeKey(DocumentKey document) {
        return unique ? Layout.indexKey(index, value) : Layout.indexKey(index, value, document);
    }

    public byte[] storeValue(DocumentKey document) {
        return unique
                ? new ByteWriter(8 + document.bytes().length)
                        .put8(0)
                        .put(document.bytes())
                        .toBytes()
                : new ByteWriter(12).put8(0).putVarint(document.bytes().length).toBytes();
    }

    public static long version(byte[] storeValue) {
        return (long) Layout.LONG.get(storeValue, 0);
    }

    /** The document that an entry of a unique index names. */
    public static DocumentKey holder(byte[] storeValue) {
        return new DocumentKey(Arrays.copyOfRange(storeValue, 8, storeValue.length));
    }

    /** The document that an entry names. */
    public static DocumentKey document(boolean unique, byte[] storeKey, byte[] storeValue) {
        if (unique) {
            return holder(storeValue);
        }
        int length = new ByteReader(storeValue, 8).takeVarint();
        return new DocumentKey(Arrays.copyOfRange(storeKey, storeKey.length - length, storeKey.length));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexEntry entry && entry.index == index && Arrays.equals(entry.value, value);
    }

    @Override
    public int hashCode() {
        return 31 * index + Arrays.hashCode(value);
    }

    /**
     * Expects a unique entry to be as it was read. A build may give an entry to a document that is just being taken out,
     * without changing the document's version.
     */
    public static Expectation unchanged(byte[] storeKey, byte @Nullable [] held) {
        return held == null
                ? new Expectation.Absent(Space.INDEX, storeKey)
                : new Expectation.Version(Space.INDEX, storeKey, version(held));
    }
}
