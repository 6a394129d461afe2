package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.FaceForms;

/** The engine's view of the indexes of this face. */
public final class DocumentIndexes {
    private DocumentIndexes() {}

    /** Finds the keys of documents in an index. */
    public static FaceForms.KeySource keys(IndexDefinition index) {
        return new DocumentKeys(N1qlIndex.of(index));
    }
}
