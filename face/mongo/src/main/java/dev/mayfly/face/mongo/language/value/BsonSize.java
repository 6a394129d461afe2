package dev.mayfly.face.mongo.language.value;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/** Sizes of values in BSON bytes; also the measure of the rows that stages account for. */
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
        if (document instanceof MeasuredDocument measured && measured.isMeasured()) {
            return measured.bsonBytes();
        }
        long size = 5;
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            size += 2 + utf8(field.getKey()) + of(field.getValue());
        }
        return size;
    }

    private static long array(BsonValue array) {
        if (array instanceof MeasuredArray measured && measured.isMeasured()) {
            return measured.bsonBytes();
        }
        long size = 5;
        int index = 0;
        for (BsonValue element : array.asArray()) {
            size += element(index, of(element));
            index++;
        }
        return size;
    }

    /** Returns the size of an array element, given the size of its value. */
    static long element(int index, long value) {
        return 2 + digits(index) + value;
    }

    /** Returns the size of the headers of the given number of elements, from this index on. */
    static long elements(int from, int count) {
        long size = 2L * count;
        long index = from;
        long until = (long) from + count;
        while (index < until) {
            int digits = digits((int) index);
            long next = Math.min(until, (long) Math.pow(10, digits));
            size += (next - index) * digits;
            index = next;
        }
        return size;
    }

    /** Returns the size of a field, given the size of its value. */
    static long field(String name, long value) {
        return 2 + utf8(name) + value;
    }

    /**
     * Returns whether a value certainly takes more than this; false for some that take up to three times as much. Parts
     * may be shared, so that a small tree stands for gigabytes: the walk ends as soon as the answer is known.
     */
    public static boolean certainlyExceeds(BsonValue value, long bytes) {
        return rest(value, bytes) < 0;
    }

    /** Returns an upper bound of the bytes left after the value. */
    private static long rest(BsonValue value, long bytes) {
        long left = bytes;
        switch (value.getBsonType()) {
            case STRING -> left -= 5 + value.asString().getValue().length();
            case BINARY -> left -= 5 + value.asBinary().getData().length;
            case DOCUMENT -> {
                left -= 5;
                for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
                    left = rest(field.getValue(), left - 2 - field.getKey().length());
                    if (left < 0) {
                        return left;
                    }
                }
            }
            case ARRAY -> {
                left -= 5;
                for (BsonValue element : value.asArray()) {
                    left = rest(element, left - 3);
                    if (left < 0) {
                        return left;
                    }
                }
            }
            default -> left -= 1;
        }
        return left;
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
