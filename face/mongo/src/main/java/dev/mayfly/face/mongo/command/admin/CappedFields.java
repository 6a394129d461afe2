package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.command.CommandRequest;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** The fields of {@code create} and {@code collMod} that limit the size of a collection. */
final class CappedFields {
    private static final String CAPPED = "capped";
    private static final String SIZE = "size";
    private static final String MAX = "max";

    private CappedFields() {}

    static void check(CommandRequest request) {
        boolean capped = request.bool(CAPPED, false);
        if (capped && !request.has(SIZE)) {
            throw invalid("the 'size' field is required when 'capped' is true");
        }
        if (!capped && (request.has(SIZE) || request.has(MAX))) {
            throw invalid("the 'capped' field needs to be true when either the 'size' or 'max' fields are present");
        }
    }

    static void append(CommandRequest request, BsonDocument options) {
        if (request.bool(CAPPED, false)) {
            options.append(CAPPED, BsonBoolean.TRUE).append(SIZE, CappedLimits.checkedSize(request.number(SIZE, 0)));
            if (request.has(MAX)) {
                options.append(MAX, CappedLimits.checkedMax(request.number(MAX, 0)));
            }
        }
    }

    /** Changes the limits of a capped collection; documents in excess are removed when the next one is inserted. */
    static void change(CommandRequest request, boolean isCapped, BsonDocument options) {
        if (request.has("cappedSize")) {
            requireCapped(isCapped, "cappedSize");
            options.put(SIZE, CappedLimits.checkedSize(request.number("cappedSize", 0)));
        }
        if (request.has("cappedMax")) {
            requireCapped(isCapped, "cappedMax");
            options.put(MAX, CappedLimits.checkedMax(request.number("cappedMax", 0)));
        }
    }

    private static void requireCapped(boolean isCapped, String field) {
        if (!isCapped) {
            throw invalid("option '" + field + "' is only supported on a capped collection");
        }
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
