package dev.mayfly.base.document;

import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** A view over one value inside BSON bytes that have been validated. */
@SuppressWarnings("DoNotCallSuggester")
public final class BsonView implements View {
    private final byte bsonType;
    private final byte[] bytes;
    private final int offset;

    private BsonView(byte bsonType, byte[] bytes, int offset) {
        this.bsonType = bsonType;
        this.bytes = bytes;
        this.offset = offset;
    }

    /** A whole document that fills the array. */
    public static BsonView of(byte[] bytes) {
        return of(bytes, 0);
    }

    /** The document that begins at the offset. */
    public static BsonView of(byte[] bytes, int offset) {
        return new BsonView((byte) 3, bytes, offset);
    }

    /** The value of this BSON type that begins at the offset: the bytes after its name. */
    public static BsonView ofValue(byte bsonType, byte[] bytes, int offset) {
        return new BsonView(bsonType, bytes, offset);
    }

    /** The array the value lies in, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the value begins in {@link #bytes()}. */
    public int offset() {
        return offset;
    }

    /** How many bytes the value takes. */
    public int length() {
        throw new UnsupportedOperationException();
    }

    /** The type byte of BSON. */
    public byte bsonType() {
        return bsonType;
    }

    @Override
    public ValueType type() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable BsonView field(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable BsonView element(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Fields fields() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int intValue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long longValue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public double doubleValue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Decimal128 decimalValue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean booleanValue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String stringValue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long dateMillis() {
        throw new UnsupportedOperationException();
    }

    @Override
    public BsonValue toBsonValue() {
        throw new UnsupportedOperationException();
    }
}
