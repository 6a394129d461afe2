package dev.mayfly.face.mongo.language.value;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/** How many bytes a value takes in BSON; also the measure of memory that operators account for. */
public final class BsonSize {
    private BsonSize() {}

    public static long of(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOUBLE, INT64, DATE_TIME, TIMESTAMP -> 8;
            case INT32 -> 4;
            case BOOLEAN -> 1;
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY, END_OF_DOCUMENT -> 0;
            case OBJECT_ID -> 12;
            case DECIMAL128 -> 16;
            case STRING -> text(value.asString().getValue());
            case SYMBOL -> text(value.asSymbol().getSymbol());
            case JAVASCRIPT -> text(value.asJavaScript().getCode());
            case BINARY -> 5L + value.asBinary().getData().length;
            case DB_POINTER -> text(value.asDBPointer().getNamespace()) + 12;
            case REGULAR_EXPRESSION -> regex(value.asRegularExpression());
            case JAVASCRIPT_WITH_SCOPE ->
                4
                        + text(value.asJavaScriptWithScope().getCode())
                        + of(value.asJavaScriptWithScope().getScope());
            case DOCUMENT -> document(value.asDocument());
            case ARRAY -> array(value);
        };
    }

    private static long document(BsonDocument document) {
        long size = 5;
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            size += 2 + utf8(field.getKey()) + of(field.getValue());
        }
        return size;
    }

    private static long array(BsonValue array) {
        long size = 5;
        int index = 0;
        for (BsonValue element : array.asArray()) {
            size += 2 + digits(index) + of(element);
            index++;
        }
        return size;
    }

    private static int digits(int index) {
        int digits = 1;
        for (int rest = index; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static long regex(BsonRegularExpression regex) {
        return 2 + utf8(regex.getPattern()) + utf8(regex.getOptions());
    }

    private static long text(String text) {
        return 5 + utf8(text);
    }

    private static long utf8(String text) {
        long size = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            size += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return size;
    }
}
