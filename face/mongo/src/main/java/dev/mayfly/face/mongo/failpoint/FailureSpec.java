package dev.mayfly.face.mongo.failpoint;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The failure at a fail point, and the requests that it affects.
 *
 * @param commands names of the commands that fail
 * @param ofAllCommands whether all commands fail, whatever the list says
 * @param application the only application whose requests fail, or null for all
 * @param namespace the only namespace whose requests fail, or null for all
 * @param closesConnection whether the connection is closed without an answer
 * @param blockMillis time that the request waits first
 * @param errorCode the code of the refusal, or null for none
 * @param labels the answer's labels in place of those of its code, or null to keep those
 * @param writeConcernError an error added to the answer of a request that is carried out, or null
 * @param beforeCommitCode the code with which a write is refused just before its commit, or null for none
 */
public record FailureSpec(
        Set<String> commands,
        boolean ofAllCommands,
        @Nullable String application,
        @Nullable String namespace,
        @Nullable Boolean closesConnection,
        long blockMillis,
        @Nullable Integer errorCode,
        @Nullable List<String> labels,
        @Nullable BsonDocument writeConcernError,
        @Nullable Integer beforeCommitCode) {
    /** There are no clients that are servers themselves, so whether they are meant makes no difference. */
    private static final String INTERNAL = "failInternalCommands";

    private static final Set<String> KNOWN = Set.of(
            "failCommands",
            "failAllCommands",
            "appName",
            "namespace",
            "closeConnection",
            "blockConnection",
            "blockTimeMS",
            "errorCode",
            "errorLabels",
            "writeConcernError",
            "failBeforeCommitExceptionCode",
            INTERNAL);

    /** @throws CommandError for what is not understood, so that no test passes because nothing has failed */
    static FailureSpec of(BsonDocument data) {
        for (String field : data.keySet()) {
            if (!KNOWN.contains(field)) {
                throw refused("'" + field + "' is not supported in the data of a fail point");
            }
        }
        boolean blocks = Boolean.TRUE.equals(truth(data, "blockConnection"));
        if (blocks && !data.containsKey("blockTimeMS")) {
            throw refused("must specify 'blockTimeMS' when 'blockConnection' is true");
        }
        truth(data, INTERNAL);
        List<String> commands = texts(data, "failCommands");
        return new FailureSpec(
                commands == null ? Set.of() : Set.copyOf(new HashSet<>(commands)),
                Boolean.TRUE.equals(truth(data, "failAllCommands")),
                text(data, "appName"),
                text(data, "namespace"),
                truth(data, "closeConnection"),
                blocks ? number(data, "blockTimeMS") : 0,
                code(data, "errorCode"),
                texts(data, "errorLabels"),
                document(data, "writeConcernError"),
                code(data, "failBeforeCommitExceptionCode"));
    }

    /** Returns whether a request fails instead of being carried out. */
    public boolean endsRequest() {
        return Boolean.TRUE.equals(closesConnection) || blockMillis > 0 || errorCode != null;
    }

    private static @Nullable BsonValue value(BsonDocument data, String field, String type, boolean isOfType) {
        BsonValue value = data.get(field);
        if (value != null && !isOfType) {
            throw new CommandError(MongoCode.TYPE_MISMATCH, "'" + field + "' of a fail point must be " + type);
        }
        return value;
    }

    private static @Nullable Boolean truth(BsonDocument data, String field) {
        BsonValue value = value(data, field, "a boolean", data.isBoolean(field));
        return value == null ? null : value.asBoolean().getValue();
    }

    private static @Nullable String text(BsonDocument data, String field) {
        BsonValue value = value(data, field, "a string", data.isString(field));
        return value == null ? null : value.asString().getValue();
    }

    private static @Nullable BsonDocument document(BsonDocument data, String field) {
        BsonValue value = value(data, field, "an object", data.isDocument(field));
        return value == null ? null : value.asDocument();
    }

    private static @Nullable Integer code(BsonDocument data, String field) {
        BsonValue value = value(data, field, "a number", data.isNumber(field));
        return value == null ? null : value.asNumber().intValue();
    }

    private static long number(BsonDocument data, String field) {
        BsonValue value = value(data, field, "a number", data.isNumber(field));
        long number = value == null ? 0 : value.asNumber().longValue();
        if (number < 0) {
            throw refused("'" + field + "' of a fail point must not be negative");
        }
        return number;
    }

    private static @Nullable List<String> texts(BsonDocument data, String field) {
        BsonValue value = value(data, field, "an array of strings", data.isArray(field));
        if (value == null) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (BsonValue element : value.asArray()) {
            if (!element.isString()) {
                throw new CommandError(
                        MongoCode.TYPE_MISMATCH, "'" + field + "' of a fail point must be an array of strings");
            }
            texts.add(element.asString().getValue());
        }
        return List.copyOf(texts);
    }

    private static CommandError refused(String text) {
        return new CommandError(MongoCode.BAD_VALUE, text);
    }
}
