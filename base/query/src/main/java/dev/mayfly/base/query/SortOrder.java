package dev.mayfly.base.query;

import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.View;
import java.util.List;

/** The order of documents by some of their fields, as bytes to be compared unsigned. Immutable. */
public final class SortOrder {
    private final KeyExtractor keys;

    public SortOrder(List<KeyPart> parts) {
        this.keys = new KeyExtractor(parts, false);
    }

    public List<KeyPart> parts() {
        return keys.parts();
    }

    /**
     * The key a document sorts by: the first of those it would have in an index of this order, so an array sorts by its
     * least element, and descending by its greatest.
     *
     * @throws dev.mayfly.base.document.ParallelArraysException when two of the fields stand on different arrays
     */
    public byte[] keyOf(View document) {
        return keys.extract(document).keys().getFirst();
    }
}
