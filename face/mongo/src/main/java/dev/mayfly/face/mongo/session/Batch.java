package dev.mayfly.face.mongo.session;

import dev.mayfly.base.document.BsonView;
import java.util.List;

/**
 * Some results of a query, as bytes.
 *
 * @param isLast whether nothing follows
 */
public record Batch(List<BsonView> documents, boolean isLast) {}
