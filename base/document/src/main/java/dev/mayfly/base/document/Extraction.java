package dev.mayfly.base.document;

import java.util.List;

/**
 * The keys one document has in one index.
 *
 * @param keys ascending, each once
 * @param multikey whether an array stood on the way of any part
 */
public record Extraction(List<byte[]> keys, boolean multikey) {
    public static final Extraction NONE = new Extraction(List.of(), false);

    public Extraction {
        keys = List.copyOf(keys);
    }
}
