package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** Tells requests about one document, which wait for nothing, from all others. */
final class BoundedRequests {
    /** The largest document whose write does not hold up the other connections. */
    private static final int DOCUMENT_BYTES_MAX = 64 << 10;

    private BoundedRequests() {}

    /** Whether a filter asks for one id and nothing else. */
    static boolean isById(@Nullable BsonView filter) {
        if (filter == null || CommandRequest.typeOf(filter) != BsonType.DOCUMENT) {
            return false;
        }
        View.Fields fields = filter.fields();
        if (!fields.next() || !fields.name().equals("_id")) {
            return false;
        }
        BsonType type = CommandRequest.typeOf((BsonView) fields.value());
        boolean plain = type != BsonType.DOCUMENT && type != BsonType.REGULAR_EXPRESSION && type != BsonType.ARRAY;
        return plain && !fields.next();
    }

    static boolean isSmall(BsonView document) {
        return document.length() <= DOCUMENT_BYTES_MAX;
    }

    /** Whether a write is acknowledged without waiting for the disk. */
    static boolean waitsForNoDisk(CommandRequest request) {
        return !WriteConcern.of(request).isSynced();
    }
}
