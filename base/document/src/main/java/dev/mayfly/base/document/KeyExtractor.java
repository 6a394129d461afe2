package dev.mayfly.base.document;

import java.util.List;

/** Finds the keys of a document in an index over paths. Immutable. */
@SuppressWarnings("DoNotCallSuggester")
public final class KeyExtractor {
    private final List<KeyPart> parts;
    private final boolean sparse;

    public KeyExtractor(List<KeyPart> parts, boolean sparse) {
        this.parts = List.copyOf(parts);
        this.sparse = sparse;
    }

    public List<KeyPart> parts() {
        return parts;
    }

    public boolean sparse() {
        return sparse;
    }

    /**
     * No keys when the index is sparse and every path is missing.
     *
     * @throws ParallelArraysException when two parts stand on different arrays
     */
    public Extraction extract(View document) {
        throw new UnsupportedOperationException();
    }
}
