package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The option {@code expireAfterSeconds}: a number of seconds from 0 to 2147483647, fractions cut off. On {@code _ts} it
 * is -1, or from 1 on, as a collection's time to live is in the service whose index this is.
 */
public final class TtlSeconds {
    /** On {@code _ts}: only documents with a lifetime of their own expire. */
    public static final long NO_DEFAULT = -1;

    private TtlSeconds() {}

    /** The option as it stands in an index specification. */
    static long ofIndex(BsonValue value, boolean ofTs, BsonDocument spec) {
        String context = ". Index spec: " + ShellText.of(spec) + " :: caused by :: ";
        if (!value.isNumber()) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX,
                    context + "TTL index 'expireAfterSeconds' option must be numeric, but received a type of '"
                            + typeName(value) + "'");
        }
        return checked(value, ofTs, MongoCode.CANNOT_CREATE_INDEX, context);
    }

    /** The option as {@code collMod} gives it for an index. */
    public static long ofChange(BsonValue value, boolean ofTs) {
        if (!value.isNumber()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field 'collMod.index.expireAfterSeconds' is the wrong type '" + typeName(value)
                            + "', expected types '[long, int, decimal, double]'");
        }
        return checked(value, ofTs, MongoCode.INVALID_OPTIONS, "");
    }

    private static long checked(BsonValue value, boolean ofTs, MongoCode code, String context) {
        double number = value.asNumber().doubleValue();
        if (Double.isNaN(number)) {
            throw new CommandError(code, context + "TTL index 'expireAfterSeconds' option must not be NaN");
        }
        long seconds = number >= Long.MAX_VALUE ? Long.MAX_VALUE : whole(value);
        if (ofTs && number == NO_DEFAULT) {
            return NO_DEFAULT;
        }
        if (ofTs && seconds <= 0) {
            throw new CommandError(
                    code, context + "TTL index 'expireAfterSeconds' option on '_ts' must be -1 or greater than 0");
        }
        if (seconds < 0 || number < 0) {
            throw new CommandError(code, context + "TTL index 'expireAfterSeconds' option cannot be less than 0");
        }
        if (seconds > Integer.MAX_VALUE) {
            throw new CommandError(
                    code, context + "TTL index 'expireAfterSeconds' must be within the range of a 32-bit integer");
        }
        return seconds;
    }

    private static long whole(BsonValue value) {
        return value.isDouble()
                ? (long) value.asDouble().getValue()
                : value.asNumber().longValue();
    }

    /** Returns MongoDB's name for the type of a value. */
    public static String typeName(BsonValue value) {
        return switch (value.getBsonType()) {
            case BOOLEAN -> "bool";
            case DOCUMENT -> "object";
            case DATE_TIME -> "date";
            case OBJECT_ID -> "objectId";
            case BINARY -> "binData";
            case REGULAR_EXPRESSION -> "regex";
            default -> plain(value.getBsonType());
        };
    }

    private static String plain(BsonType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }
}
