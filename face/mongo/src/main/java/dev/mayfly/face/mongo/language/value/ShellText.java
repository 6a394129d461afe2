package dev.mayfly.face.mongo.language.value;

import java.util.StringJoiner;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values as MongoDB writes them into its messages. */
public final class ShellText {
    private ShellText() {}

    public static String of(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOCUMENT -> document(value.asDocument());
            case ARRAY -> array(value.asArray());
            case STRING -> "\"" + value.asString().getValue() + "\"";
            case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
            case NULL -> "null";
            case UNDEFINED -> "undefined";
            case INT32 -> Integer.toString(value.asInt32().getValue());
            case INT64 -> Long.toString(value.asInt64().getValue());
            case DOUBLE -> Double.toString(value.asDouble().getValue());
            case DECIMAL128 -> value.asDecimal128().getValue().toString();
            case OBJECT_ID -> "ObjectId('" + value.asObjectId().getValue().toHexString() + "')";
            case DATE_TIME -> "new Date(" + value.asDateTime().getValue() + ")";
            case TIMESTAMP ->
                "Timestamp(" + value.asTimestamp().getTime() + ", "
                        + value.asTimestamp().getInc() + ")";
            case REGULAR_EXPRESSION ->
                "/" + value.asRegularExpression().getPattern() + "/"
                        + value.asRegularExpression().getOptions();
            case MIN_KEY -> "MinKey";
            case MAX_KEY -> "MaxKey";
            default -> value.getBsonType().toString();
        };
    }

    private static String document(BsonDocument document) {
        StringJoiner fields = new StringJoiner(", ", "{ ", " }").setEmptyValue("{}");
        document.forEach((name, value) -> fields.add(name + ": " + of(value)));
        return fields.toString();
    }

    private static String array(BsonArray array) {
        StringJoiner elements = new StringJoiner(", ", "[ ", " ]").setEmptyValue("[]");
        array.forEach(element -> elements.add(of(element)));
        return elements.toString();
    }
}
