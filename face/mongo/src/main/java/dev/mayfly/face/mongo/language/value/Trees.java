package dev.mayfly.face.mongo.language.value;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.Iterator;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** Questions about trees of values that the library does not answer as Mongo does. */
public final class Trees {
    /** Limit on the nesting depth of documents, counted as Mongo counts: a field of the root has depth one. */
    public static final int DEPTH_MAX = 100;

    /** No value at all, where a value must be given: told from a stored undefined by being this very object. */
    public static final BsonValue MISSING = new BsonUndefined();

    private Trees() {}

    /** The very same object: what a function returns that changes nothing. */
    @SuppressWarnings("ReferenceEquality") // Identity is the question.
    public static boolean same(@Nullable BsonValue left, @Nullable BsonValue right) {
        return left == right;
    }

    /**
     * Returns whether both have the same type and the same bytes: 1 and 1.0 differ, so do documents whose fields stand
     * in another order.
     */
    public static boolean identical(BsonValue left, BsonValue right) {
        if (same(left, right)) {
            return true;
        }
        if (left.getBsonType() != right.getBsonType()) {
            return false;
        }
        return switch (left.getBsonType()) {
            case DOCUMENT -> identicalDocuments(left.asDocument(), right.asDocument());
            case ARRAY -> identicalArrays(left.asArray(), right.asArray());
            default -> left.equals(right);
        };
    }

    private static boolean identicalDocuments(BsonDocument left, BsonDocument right) {
        if (left.size() != right.size()) {
            return false;
        }
        Iterator<Map.Entry<String, BsonValue>> others = right.entrySet().iterator();
        for (Map.Entry<String, BsonValue> field : left.entrySet()) {
            Map.Entry<String, BsonValue> other = others.next();
            if (!field.getKey().equals(other.getKey()) || !identical(field.getValue(), other.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean identicalArrays(BsonArray left, BsonArray right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!identical(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Refuses a document that nests deeper than can be stored. */
    public static void checkDepth(BsonDocument document) {
        if (depth(document, DEPTH_MAX + 1) > DEPTH_MAX) {
            throw new QueryException(15, "Overflow", "Document exceeds maximum nesting depth of " + DEPTH_MAX);
        }
    }

    /** Returns the nesting depth of containers, looking no further than the bound. */
    private static int depth(BsonValue value, int bound) {
        if (bound == 0) {
            return 0;
        }
        int deepest = 0;
        if (value.isDocument()) {
            for (BsonValue child : value.asDocument().values()) {
                deepest = Math.max(deepest, depth(child, bound - 1));
            }
            return deepest + 1;
        }
        if (value.isArray()) {
            for (BsonValue child : value.asArray()) {
                deepest = Math.max(deepest, depth(child, bound - 1));
            }
            return deepest + 1;
        }
        return 0;
    }

    /** The value of an element index such as "12", or -1 when the name is not one. */
    public static int index(String name) {
        int length = name.length();
        if (length == 0 || length > 9 || (length > 1 && name.charAt(0) == '0')) {
            return -1;
        }
        int index = 0;
        for (int i = 0; i < length; i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            index = index * 10 + digit;
        }
        return index;
    }

    /** A whole number in the smallest type that holds it. */
    public static BsonValue whole(long value) {
        return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
    }

    /** The whole number that a value of any numeric type stands for, or null when it is none. */
    public static @Nullable Long wholeOf(@Nullable BsonValue value) {
        if (value == null) {
            return null;
        }
        return switch (value.getBsonType()) {
            case INT32 -> (long) value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> wholeOf(value.asDouble().getValue());
            case DECIMAL128 -> wholeOf(value.asDecimal128().getValue());
            default -> null;
        };
    }

    private static @Nullable Long wholeOf(Decimal128 value) {
        if (!Decimals.isFinite(value)) {
            return null;
        }
        try {
            return Decimals.exact(value).longValueExact();
        } catch (ArithmeticException _) {
            return null;
        }
    }

    private static @Nullable Long wholeOf(double value) {
        return value == Math.rint(value) && Math.abs(value) < 0x1p63 ? (Long) (long) value : null;
    }

    public static boolean isNumber(@Nullable BsonValue value) {
        return value != null && (value.isNumber() || value.isDecimal128());
    }

    /** Returns whether the value is null, undefined, or missing. */
    public static boolean isNullish(@Nullable BsonValue value) {
        return value == null
                || switch (value.getBsonType()) {
                    case NULL, UNDEFINED -> true;
                    default -> false;
                };
    }

    /** A copy that shares no container with the original. */
    public static BsonValue copy(BsonValue value) {
        if (value.isDocument()) {
            BsonDocument copy = new BsonDocument();
            value.asDocument().forEach((name, child) -> copy.put(name, copy(child)));
            return copy;
        }
        if (value.isArray()) {
            BsonArray copy = new BsonArray(value.asArray().size());
            value.asArray().forEach(child -> copy.add(copy(child)));
            return copy;
        }
        return value;
    }
}
