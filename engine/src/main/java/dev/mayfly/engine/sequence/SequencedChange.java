package dev.mayfly.engine.sequence;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/**
 * The last change of a key, by its number.
 *
 * @param document as it was written, or null if it is gone
 * @param tombstone of a document that is gone, destroyed or not; else null
 */
public record SequencedChange(
        long number,
        DocumentKey key,
        @Nullable Document document,
        @Nullable Tombstone tombstone) {
    /** The same change under another number. */
    public SequencedChange numbered(long other) {
        return new SequencedChange(other, key, document, tombstone);
    }

    /** The approximate memory that the change holds. */
    public long bytes() {
        Document written = document;
        Tombstone left = tombstone;
        return (long) key.bytes().length
                + (written == null ? 0 : written.storedBytes())
                + (left == null ? 0 : left.face().length);
    }
}
