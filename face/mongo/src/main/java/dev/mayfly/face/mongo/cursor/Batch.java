package dev.mayfly.face.mongo.cursor;

import dev.mayfly.base.document.BsonView;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Some results of a query, as bytes.
 *
 * @param isLast whether nothing follows
 * @param resumeToken the position after which a change stream resumes; null for other cursors
 */
public record Batch(
        List<BsonView> documents, boolean isLast, @Nullable BsonDocument resumeToken) {
    public Batch(List<BsonView> documents, boolean isLast) {
        this(documents, isLast, null);
    }
}
