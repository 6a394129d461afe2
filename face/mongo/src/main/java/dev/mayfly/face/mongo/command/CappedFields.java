package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.Capped;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** What {@code create} and {@code collMod} say of how much a collection may hold. */
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
            options.append(CAPPED, BsonBoolean.TRUE).append(SIZE, Capped.checkedSize(request.number(SIZE, 0)));
            if (request.has(MAX)) {
                options.append(MAX, Capped.checkedMax(request.number(MAX, 0)));
            }
        }
    }

    /** Other bounds for a collection that has some already; what is too much goes when the next document comes. */
    static void change(CommandRequest request, boolean isCapped, BsonDocument options) {
        if (request.has("cappedSize")) {
            requireCapped(isCapped, "cappedSize");
            options.put(SIZE, Capped.checkedSize(request.number("cappedSize", 0)));
        }
        if (request.has("cappedMax")) {
            requireCapped(isCapped, "cappedMax");
            options.put(MAX, Capped.checkedMax(request.number("cappedMax", 0)));
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
