package dev.mayfly.face.api;

import org.jspecify.annotations.Nullable;

/**
 * The state in which a document has to be for a write of it.
 *
 * @param version of the document; 0 for no document, null for any state
 */
public record ExpectedVersion(@Nullable Long version) {
    /** Whatever is there. */
    public static final ExpectedVersion ANY = new ExpectedVersion(null);

    /** No live document. */
    public static final ExpectedVersion NONE = new ExpectedVersion(0L);

    public boolean isAny() {
        return version == null;
    }

    public boolean isNone() {
        return version != null && version == 0;
    }

    /** Returns true if a live document of this version may be written over. */
    public boolean admits(long current) {
        return version == null || version == current;
    }
}
