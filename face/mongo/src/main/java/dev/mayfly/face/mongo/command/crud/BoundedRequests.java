package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.wire.WireMessage;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** Distinguishes requests about one document, which wait for nothing but maybe the disk, from all others. */
final class BoundedRequests {
    /** The largest document whose write does not hold up the other connections. */
    private static final int DOCUMENT_BYTES_MAX = 64 << 10;

    private BoundedRequests() {}

    /** Returns whether a filter asks for one id and nothing else. */
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

    /**
     * Returns whether a command or statement asks for one id under the default collation: another collation may need a
     * scan.
     */
    static boolean asksById(BsonView asking, String filter) {
        return isById(asking.field(filter)) && asking.field("collation") == null;
    }

    /** Returns whether a write has one statement, about one id. */
    static boolean writesById(CommandRequest request, String statements) {
        BsonView statement = onlySmall(request, statements);
        return statement != null && asksById(statement, "q") && !isPipeline(statement.field("u"));
    }

    /** Returns whether an update computes, and so may call a function of a client, which may take long. */
    static boolean isPipeline(@Nullable BsonView update) {
        return update != null && CommandRequest.typeOf(update) == BsonType.ARRAY;
    }

    /** Returns whether a projection may do the same. */
    static boolean computes(@Nullable BsonView projection) {
        if (projection == null || CommandRequest.typeOf(projection) != BsonType.DOCUMENT) {
            return false;
        }
        View.Fields fields = projection.fields();
        while (fields.next()) {
            if (CommandRequest.typeOf((BsonView) fields.value()) == BsonType.DOCUMENT) {
                return true;
            }
        }
        return false;
    }

    static boolean isSmall(BsonView document) {
        return document.length() <= DOCUMENT_BYTES_MAX;
    }

    /** Returns the field's only document if it is small; null for malformed input. */
    static @Nullable BsonView onlySmall(CommandRequest request, String field) {
        BsonView only = only(request, field);
        return only != null && CommandRequest.typeOf(only) == BsonType.DOCUMENT && isSmall(only) ? only : null;
    }

    private static @Nullable BsonView only(CommandRequest request, String field) {
        for (WireMessage.DocumentSequence sequence : request.message().sequences()) {
            if (sequence.name().equals(field)) {
                return sequence.documents().size() == 1 ? sequence.documents().getFirst() : null;
            }
        }
        BsonView array = request.body().field(field);
        if (array == null || CommandRequest.typeOf(array) != BsonType.ARRAY || array.element(1) != null) {
            return null;
        }
        return array.element(0);
    }
}
