package dev.mayfly.face.mongo.language.aggregation.stage;

import java.util.List;
import org.bson.BsonDocument;

/** Reads the documents of other collections of the same database for stages such as {@code $lookup}. */
@FunctionalInterface
public interface CollectionReader {
    /** There are no other collections. */
    CollectionReader NONE = (_, _) -> Rows.of(List.of());

    /** Returns the matching documents of a collection; none if the collection does not exist. */
    Rows read(String collection, BsonDocument match);

    /** Returns what a search must know of a collection. */
    default SearchedCollection searched(String collection) {
        return SearchedCollection.NONE;
    }
}
