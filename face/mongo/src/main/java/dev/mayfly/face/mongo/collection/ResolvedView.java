package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A view, or a view of views, down to what holds documents.
 *
 * @param base the collection, which need not exist
 * @param pipeline what makes the view's documents of the base's
 */
public record ResolvedView(String base, List<BsonDocument> pipeline, Collation collation) {
    public ResolvedView {
        pipeline = List.copyOf(pipeline);
    }
}
