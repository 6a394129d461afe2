package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.BsonView;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Some results of a query, as bytes.
 *
 * @param isLast whether nothing follows
 * @param resumeToken from where a change stream goes on behind it; null for whatever is no change stream
 */
public record Batch(
        List<BsonView> documents, boolean isLast, @Nullable BsonDocument resumeToken) {
    public Batch(List<BsonView> documents, boolean isLast) {
        this(documents, isLast, null);
    }
}
