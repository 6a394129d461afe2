package dev.mayfly.face.mongo.language.aggregation;

import java.util.List;
import org.bson.BsonDocument;

/** Gives stages such as {@code $lookup} the documents of other collections of the same database. */
@FunctionalInterface
public interface CollectionReader {
    /** There are no other collections. */
    CollectionReader NONE = (_, _) -> Rows.of(List.of());

    /** What matches in a collection; nothing if there is no such collection. */
    Rows read(String collection, BsonDocument match);
}
