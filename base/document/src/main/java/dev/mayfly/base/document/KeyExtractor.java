package dev.mayfly.base.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys of a document in an index over paths. Immutable and safe for concurrent use.
 *
 * <p>Hot: a single top-level field that is no array, and parts that meet no array, take one walk and one key.
 */
public final class KeyExtractor {
    private final List<KeyPart> parts;
    private final boolean sparse;

    public KeyExtractor(List<KeyPart> parts, boolean sparse) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("an index has at least one part");
        }
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
     * Returns the keys of a document; none if the index is sparse and every path is missing.
     *
     * @throws ParallelArraysException when two parts stand on different arrays
     * @throws TooManyKeysException when arrays within arrays multiply beyond all bounds
     */
    public Extraction extract(View document) {
        @Nullable View[] values = new View[parts.size()];
        for (int i = 0; i < values.length; i++) {
            View value = parts.get(i).path().names().size() == 1
                    ? document.field(parts.get(i).path().names().getFirst())
                    : throughObjects(document, parts.get(i).path());
            if (value != null && value.type() == ValueType.ARRAY) {
                return new KeyExpansion(parts, sparse).of(document);
            }
            values[i] = value;
        }
        return single(values);
    }

    /** The value at the path, or the array that stands on the way, or null. */
    private static @Nullable View throughObjects(View document, FieldPath path) {
        View at = document;
        for (int i = 0; i < path.names().size() && at != null; i++) {
            if (at.type() == ValueType.ARRAY) {
                return at;
            }
            at = at.type() == ValueType.OBJECT ? at.field(path.names().get(i)) : null;
        }
        return at;
    }

    private Extraction single(@Nullable View[] values) {
        KeyWriter key = new KeyWriter();
        boolean found = false;
        for (int i = 0; i < values.length; i++) {
            View value = values[i];
            if (value == null) {
                key.appendNull(parts.get(i).descending());
            } else {
                key.append(value, parts.get(i).descending());
                found = true;
            }
        }
        return sparse && !found ? Extraction.NONE : new Extraction(List.of(key.toBytes()), false);
    }
}
