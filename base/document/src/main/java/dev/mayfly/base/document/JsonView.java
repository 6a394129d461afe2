package dev.mayfly.base.document;

import java.math.BigDecimal;
import org.bson.BsonBoolean;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A view over one value inside JSON text in UTF-8 that has been validated.
 *
 * <p>Hot: a field is found by scanning the text. An integer that fits is an int32 or an int64, every other number a
 * double; {@link #decimalValue()} alone still says what the text said.
 */
public final class JsonView implements View {
    private final ValueType type;
    private final byte[] text;
    private final int from;

    JsonView(byte[] text, int from) {
        this.text = text;
        this.from = from;
        this.type = switch (text[from]) {
            case '{' -> ValueType.OBJECT;
            case '[' -> ValueType.ARRAY;
            case '"' -> ValueType.STRING;
            case 't', 'f' -> ValueType.BOOLEAN;
            case 'n' -> ValueType.NULL;
            default -> numberType(text, from);
        };
    }

    /** The one value of this text. */
    public static JsonView of(byte[] text) {
        return new JsonView(text, JsonText.skipSpace(text, 0));
    }

    private static ValueType numberType(byte[] text, int from) {
        int at = text[from] == '-' ? from + 1 : from;
        int digits = at;
        while (at < text.length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        if (at < text.length && (text[at] == '.' || text[at] == 'e' || text[at] == 'E')) {
            return ValueType.DOUBLE;
        }
        if (at - digits <= 9) {
            return ValueType.INT32;
        }
        if (at - digits > 19) {
            return ValueType.DOUBLE;
        }
        return integerType(text, from, at);
    }

    private static ValueType integerType(byte[] text, int from, int until) {
        try {
            long value = parseLong(text, from, until);
            return value == (int) value ? ValueType.INT32 : ValueType.INT64;
        } catch (ArithmeticException _) {
            return ValueType.DOUBLE;
        }
    }

    /** Negative all the way down, because the least int64 has no positive twin. */
    private static long parseLong(byte[] text, int from, int until) {
        boolean negative = text[from] == '-';
        long value = 0;
        for (int at = negative ? from + 1 : from; at < until; at++) {
            value = Math.subtractExact(Math.multiplyExact(value, 10L), text[at] - '0');
        }
        return negative ? value : Math.negateExact(value);
    }

    @Override
    public ValueType type() {
        return type;
    }

    /** The array the value lies in, not a copy. */
    public byte[] text() {
        return text;
    }

    public int from() {
        return from;
    }

    public int until() {
        return JsonText.valueEnd(text, from);
    }

    @Override
    public @Nullable JsonView field(String name) {
        require(type == ValueType.OBJECT);
        int at = JsonText.skipSpace(text, from + 1);
        while (text[at] != '}') {
            int nameEnd = JsonText.stringEnd(text, at);
            int value = JsonText.skipSpace(text, JsonText.skipSpace(text, nameEnd) + 1);
            if (JsonText.saysName(text, at, nameEnd, name)) {
                return new JsonView(text, value);
            }
            at = nextItem(text, value);
        }
        return null;
    }

    @Override
    public @Nullable JsonView element(int index) {
        require(type == ValueType.ARRAY);
        int at = JsonText.skipSpace(text, from + 1);
        int left = index;
        while (text[at] != ']' && left >= 0) {
            if (left == 0) {
                return new JsonView(text, at);
            }
            at = nextItem(text, at);
            left--;
        }
        return null;
    }

    /** Returns the position of the item after this value, or of the closing bracket. */
    static int nextItem(byte[] text, int value) {
        int at = JsonText.skipSpace(text, JsonText.valueEnd(text, value));
        return text[at] == ',' ? JsonText.skipSpace(text, at + 1) : at;
    }

    @Override
    public JsonFields fields() {
        require(type == ValueType.OBJECT || type == ValueType.ARRAY);
        return new JsonFields(text, from);
    }

    @Override
    public int intValue() {
        return Numbers.saturatedInt(longValue());
    }

    @Override
    public long longValue() {
        return switch (type) {
            case INT32, INT64 -> parseLong(text, from, until());
            case DOUBLE -> Numbers.toLong(decimal());
            default -> throw wrongType();
        };
    }

    @Override
    public double doubleValue() {
        return switch (type) {
            case INT32, INT64 -> longValue();
            case DOUBLE -> Double.parseDouble(Utf8.string(text, from, until()));
            default -> throw wrongType();
        };
    }

    @Override
    public Decimal128 decimalValue() {
        return switch (type) {
            case INT32, INT64 -> new Decimal128(longValue());
            case DOUBLE -> Numbers.toDecimal(decimal());
            default -> throw wrongType();
        };
    }

    private BigDecimal decimal() {
        return new BigDecimal(Utf8.string(text, from, until()));
    }

    @Override
    public boolean booleanValue() {
        require(type == ValueType.BOOLEAN);
        return text[from] == 't';
    }

    @Override
    public String stringValue() {
        require(type == ValueType.STRING);
        return JsonText.string(text, from, JsonText.stringEnd(text, from));
    }

    @Override
    public long dateMillis() {
        throw wrongType();
    }

    @Override
    public ObjectId objectIdValue() {
        throw wrongType();
    }

    @Override
    public BsonValue toBsonValue() {
        return switch (type) {
            case OBJECT -> BsonTrees.document(fields());
            case ARRAY -> BsonTrees.array(fields());
            case STRING -> new BsonString(stringValue());
            case BOOLEAN -> BsonBoolean.valueOf(booleanValue());
            case INT32 -> new BsonInt32(intValue());
            case INT64 -> new BsonInt64(longValue());
            case DOUBLE -> new BsonDouble(doubleValue());
            default -> BsonNull.VALUE;
        };
    }

    private void require(boolean holds) {
        if (!holds) {
            throw wrongType();
        }
    }

    private IllegalStateException wrongType() {
        return new IllegalStateException("the value is of type " + type);
    }

    @Override
    public String toString() {
        return Utf8.string(text, from, until());
    }
}
