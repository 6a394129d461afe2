package dev.mayfly.face.mongo.language.script;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A function as a client has written it.
 *
 * @param scope its variables, by their names
 */
public record FunctionText(String code, BsonDocument scope) {
    /** Reads a text or a code; null if it is neither. */
    public static @Nullable FunctionText of(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> new FunctionText(value.asString().getValue(), new BsonDocument());
            case JAVASCRIPT -> new FunctionText(value.asJavaScript().getCode(), new BsonDocument());
            case JAVASCRIPT_WITH_SCOPE ->
                new FunctionText(
                        value.asJavaScriptWithScope().getCode(),
                        value.asJavaScriptWithScope().getScope());
            default -> null;
        };
    }
}
