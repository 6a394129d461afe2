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

    /** Returns the path of the only index of places that a collection has; empty if the collection does not exist. */
    default String nearPath(String collection) {
        return "";
    }
}
