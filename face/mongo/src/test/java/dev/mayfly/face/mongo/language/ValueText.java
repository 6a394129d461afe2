package dev.mayfly.face.mongo.language;

import dev.mayfly.face.mongo.language.value.ShellText;
import java.time.Instant;
import java.util.stream.Collectors;
import org.bson.BsonValue;

/** Values as scripts show them: what the shell would write, with the type of every number to be seen. */
public final class ValueText {
    private ValueText() {}

    public static String of(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOCUMENT ->
                value.asDocument().entrySet().stream()
                        .map(field -> field.getKey() + ": " + of(field.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case ARRAY -> value.asArray().stream().map(ValueText::of).collect(Collectors.joining(", ", "[", "]"));
            case UNDEFINED -> "missing";
            case STRING -> "'" + value.asString().getValue() + "'";
            case INT64 -> value.asInt64().getValue() + "L";
            case DECIMAL128 -> value.asDecimal128().getValue() + "m";
            case DATE_TIME ->
                Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
            default -> ShellText.of(value);
        };
    }
}
