package dev.mayfly.face.mongo.language.value;

import java.util.Arrays;
import java.util.Map;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A value as a key of hash tables: equal where Mongo's order says equal, so 1, 1.0 and NumberLong(1) are one key, and so
 * are texts that a collation holds equal. Made by {@link Collation#key}.
 */
public final class ValueKey {
    /** The golden ratio, as a fraction of 2 to the 32nd. */
    private static final int SPREAD = 0x9e3779b9;

    private final BsonValue value;
    private final BsonValue folded;
    private final int hash;

    /** @param folded the value with keys for its texts */
    ValueKey(BsonValue value, BsonValue folded) {
        this.value = value;
        this.folded = folded;
        this.hash = hash(folded);
    }

    /** The value that the key was made of. */
    public BsonValue value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueKey key && hash == key.hash && BsonOrder.compare(folded, key.folded) == 0;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return BsonText.of(value);
    }

    private static int hash(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> hashOfNumber(Numbers.doubleOf(value));
            case STRING -> value.asString().getValue().hashCode();
            case SYMBOL -> value.asSymbol().getSymbol().hashCode();
            case DOCUMENT -> hashOfDocument(value);
            case ARRAY -> hashOfArray(value);
            case BINARY ->
                Arrays.hashCode(value.asBinary().getData()) + value.asBinary().getType();
            case REGULAR_EXPRESSION -> value.asRegularExpression().getPattern().hashCode();
            case JAVASCRIPT_WITH_SCOPE ->
                value.asJavaScriptWithScope().getCode().hashCode();
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY, END_OF_DOCUMENT ->
                value.getBsonType().getValue();
            case OBJECT_ID, BOOLEAN, DATE_TIME, TIMESTAMP, DB_POINTER, JAVASCRIPT -> value.hashCode();
        };
    }

    /** The bits in which small whole numbers differ stand in the middle of a double, where no table looks. */
    private static int hashOfNumber(double number) {
        return number == 0 ? 0 : Double.hashCode(number) * SPREAD;
    }

    private static int hashOfDocument(BsonValue document) {
        int hash = 17;
        for (Map.Entry<String, BsonValue> field : document.asDocument().entrySet()) {
            hash = 31 * (31 * hash + field.getKey().hashCode()) + hash(field.getValue());
        }
        return hash;
    }

    private static int hashOfArray(BsonValue array) {
        int hash = 19;
        for (BsonValue element : array.asArray()) {
            hash = 31 * hash + hash(element);
        }
        return hash;
    }
}
