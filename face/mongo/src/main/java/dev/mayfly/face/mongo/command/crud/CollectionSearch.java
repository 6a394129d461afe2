package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.PlaceOptions;
import dev.mayfly.face.mongo.collection.SearchIndexes;
import dev.mayfly.face.mongo.language.aggregation.stage.SearchedCollection;
import dev.mayfly.face.mongo.language.vector.VectorIndex;
import java.util.Optional;

/** What a search must know of a collection that exists. */
record CollectionSearch(Collection collection) implements SearchedCollection {
    @Override
    public String nearPath() {
        return PlaceOptions.onlyPath(
                IndexListing.made(collection.record()).stream()
                        .map(IndexListing::key)
                        .toList(),
                collection.name().database() + "." + collection.name().collection());
    }

    @Override
    public Optional<VectorIndex> vectorIndex(String name) {
        return SearchIndexes.of(collection.record()).stream()
                .filter(index -> index.name().equals(name))
                .map(index -> VectorIndex.of(index.definition()))
                .findFirst();
    }
}
