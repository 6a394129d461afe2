package dev.mayfly.base.document;

import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A read-only look at one value, wherever it is kept: inside BSON bytes, inside JSON text, or in a tree of
 * {@link BsonValue}.
 *
 * <p>Asking for a field or an element walks the bytes and builds no tree. An accessor asked of another type throws
 * {@link IllegalStateException}. The bytes below a view must not change. Immutable and safe for concurrent use.
 */
public interface View {
    ValueType type();

    /** The first field of this name in an object, or null. Never looks into arrays. */
    @Nullable
    View field(String name);

    /** The element of an array, or null when there is none. Linear in the index. */
    @Nullable
    View element(int index);

    /** Walks the fields of an object, or the elements of an array (whose names are then "0", "1", ...). */
    Fields fields();

    /** A number as int32 does it: cut off towards zero, saturating. */
    int intValue();

    /** A number as int64: cut off towards zero, saturating; NaN is 0. */
    long longValue();

    /** A number as a double. */
    double doubleValue();

    /** A number, exactly; a double as the shortest decimal that reads back as it. */
    Decimal128 decimalValue();

    boolean booleanValue();

    /** The text of a string or symbol. */
    String stringValue();

    /** Milliseconds since the epoch of a date. */
    long dateMillis();

    /** The id of an object id. */
    ObjectId objectIdValue();

    /** The value as a tree; a copy that shares nothing with the bytes. */
    BsonValue toBsonValue();

    /** A walk over fields; stands before the first. Not safe for concurrent use. */
    interface Fields {
        boolean next();

        String name();

        View value();
    }
}
