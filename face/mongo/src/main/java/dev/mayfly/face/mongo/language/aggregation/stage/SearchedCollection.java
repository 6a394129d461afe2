package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.face.mongo.language.vector.VectorIndex;
import java.util.Optional;

/** What a search at the beginning of a pipeline must know of the collection that it searches. */
public interface SearchedCollection {
    /** The collection does not exist. */
    SearchedCollection NONE = new SearchedCollection() {
        @Override
        public String nearPath() {
            return "";
        }

        @Override
        public Optional<VectorIndex> vectorIndex(String name) {
            return Optional.empty();
        }
    };

    /** Returns the path of the only index of places that it has; empty if the collection does not exist. */
    String nearPath();

    /** Returns a search index of the type {@code vectorSearch}. */
    Optional<VectorIndex> vectorIndex(String name);
}
