package dev.mayfly.face.mongo.stream;

import dev.mayfly.engine.change.ChangePosition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The options of a {@code $changeStream} stage.
 *
 * @param token the position to resume after; null for none
 * @param startsAfter whether resuming after an invalidation is allowed
 * @param startAt the first position wanted; null for none
 */
record StreamOptions(
        Image after,
        Image before,
        @Nullable ResumeToken token,
        boolean startsAfter,
        @Nullable ChangePosition startAt,
        boolean showsExpanded,
        boolean ofCluster) {
    private static final int SEVERAL_STARTS = 40674;
    private static final Set<String> FIELDS = Set.of(
            "fullDocument",
            "fullDocumentBeforeChange",
            "resumeAfter",
            "startAfter",
            "startAtOperationTime",
            "allChangesForCluster",
            "showExpandedEvents",
            "showRawUpdateDescription",
            "showSystemEvents",
            "showMigrationEvents",
            "allowToRunOnConfigDB",
            "allowToRunOnSystemNS");

    /** The image of a document that an event carries. */
    enum Image {
        DEFAULT("default"),
        UPDATE_LOOKUP("updateLookup"),
        OFF("off"),
        WHEN_AVAILABLE("whenAvailable"),
        REQUIRED("required");

        private final String wireName;

        Image(String wireName) {
            this.wireName = wireName;
        }
    }

    static StreamOptions of(BsonValue stage) {
        if (!stage.isDocument()) {
            throw new CommandError(50808, "$changeStream stage expects a document as argument.");
        }
        BsonDocument options = stage.asDocument();
        for (String field : options.keySet()) {
            if (!FIELDS.contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '$changeStream." + field + "' is an unknown field.");
            }
        }
        long starts = options.keySet().stream()
                .filter(Set.of("resumeAfter", "startAfter", "startAtOperationTime")::contains)
                .count();
        if (starts > 1) {
            throw new CommandError(
                    SEVERAL_STARTS, "Only one type of resume option is allowed, but multiple were found.");
        }
        boolean startsAfter = options.containsKey("startAfter");
        return new StreamOptions(
                image(options, "fullDocument", Image.DEFAULT, Image.OFF),
                image(options, "fullDocumentBeforeChange", Image.OFF, Image.DEFAULT),
                token(options, startsAfter ? "startAfter" : "resumeAfter"),
                startsAfter,
                startAt(options),
                truth(options, "showExpandedEvents"),
                truth(options, "allChangesForCluster"));
    }

    private static boolean truth(BsonDocument options, String field) {
        BsonValue value = options.get(field);
        if (value != null && !value.isBoolean()) {
            throw wrongType(field, value, "bool");
        }
        return value != null && value.asBoolean().getValue();
    }

    private static Image image(BsonDocument options, String field, Image standard, Image foreign) {
        BsonValue value = options.get(field);
        if (value == null) {
            return standard;
        }
        if (!value.isString()) {
            throw wrongType(field, value, "string");
        }
        String text = value.asString().getValue();
        return Arrays.stream(Image.values())
                .filter(image -> image != foreign && image.wireName.equals(text))
                .filter(image -> standard == Image.DEFAULT || image != Image.UPDATE_LOOKUP)
                .findFirst()
                .orElseThrow(() -> new CommandError(
                        MongoCode.BAD_VALUE,
                        "Enumeration value '" + text + "' for field '$changeStream." + field
                                + "' is not a valid value."));
    }

    private static @Nullable ResumeToken token(BsonDocument options, String field) {
        BsonValue value = options.get(field);
        if (value == null) {
            return null;
        }
        if (!value.isDocument()) {
            throw wrongType(field, value, "object");
        }
        ResumeToken token = ResumeToken.of(value.asDocument());
        if (token.kind() == ResumeToken.Kind.INVALIDATE && field.equals("resumeAfter")) {
            throw new CommandError(
                    MongoCode.INVALID_RESUME_TOKEN,
                    "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate"
                            + " notification.");
        }
        return token;
    }

    private static @Nullable ChangePosition startAt(BsonDocument options) {
        BsonValue value = options.get("startAtOperationTime");
        if (value == null) {
            return null;
        }
        if (!value.isTimestamp()) {
            throw wrongType("startAtOperationTime", value, "timestamp");
        }
        return ChangePosition.at(value.asTimestamp().getValue());
    }

    private static CommandError wrongType(String field, BsonValue value, String expected) {
        Map<String, String> names = Map.of("DOCUMENT", "object", "INT32", "int", "INT64", "long");
        String type = value.getBsonType().name();
        return new CommandError(
                MongoCode.TYPE_MISMATCH,
                "BSON field '$changeStream." + field + "' is the wrong type '"
                        + names.getOrDefault(type, type.toLowerCase(java.util.Locale.ROOT)) + "', expected type '"
                        + expected + "'");
    }
}
