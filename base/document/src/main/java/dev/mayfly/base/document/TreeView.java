package dev.mayfly.base.document;

import org.bson.BsonValue;

/** A view over a tree of values. */
@SuppressWarnings("DoNotCallSuggester")
public final class TreeView {
    private TreeView() {}

    /** The tree must not change while it is viewed. */
    public static View of(BsonValue value) {
        throw new UnsupportedOperationException();
    }
}
