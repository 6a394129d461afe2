package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A view, or a view of views, resolved to the collection that holds the documents.
 *
 * @param base the collection, which need not exist
 * @param pipeline turns the base's documents into the view's
 */
public record ResolvedView(String base, List<BsonDocument> pipeline, Collation collation) {
    public ResolvedView {
        pipeline = List.copyOf(pipeline);
    }
}
