package dev.mayfly.base.document;

import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A view over one value inside BSON bytes that have been validated.
 *
 * <p>Hot: a field is found by walking the bytes of its object, and nothing is allocated but the view that is returned.
 */
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
        return new BsonView(BsonLayout.DOCUMENT, bytes, offset);
    }

    /** The value of this BSON type that begins at the offset: the bytes after its name. */
    public static BsonView ofValue(byte bsonType, byte[] bytes, int offset) {
        return new BsonView(bsonType, bytes, offset);
    }

    /** The array the value lies in, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** The offset of the value in {@link #bytes()}. */
    public int offset() {
        return offset;
    }

    /** The number of bytes of the value. */
    public int length() {
        return BsonLayout.valueEnd(bsonType, bytes, offset) - offset;
    }

    /** The type byte of BSON. */
    public byte bsonType() {
        return bsonType;
    }

    @Override
    public ValueType type() {
        return BsonLayout.type(bsonType);
    }

    @Override
    public @Nullable BsonView field(String name) {
        require(bsonType == BsonLayout.DOCUMENT);
        int at = offset + 4;
        while (bytes[at] != 0) {
            byte type = bytes[at];
            int end = BsonLayout.nameMatch(bytes, at + 1, name);
            if (end >= 0) {
                return new BsonView(type, bytes, end + 1);
            }
            at = BsonLayout.valueEnd(type, bytes, BsonLayout.terminator(bytes, at + 1) + 1);
        }
        return null;
    }

    @Override
    public @Nullable BsonView element(int index) {
        require(bsonType == BsonLayout.ARRAY);
        int at = offset + 4;
        int left = index;
        while (bytes[at] != 0 && left >= 0) {
            int value = BsonLayout.terminator(bytes, at + 1) + 1;
            if (left == 0) {
                return new BsonView(bytes[at], bytes, value);
            }
            at = BsonLayout.valueEnd(bytes[at], bytes, value);
            left--;
        }
        return null;
    }

    @Override
    public Fields fields() {
        require(bsonType == BsonLayout.DOCUMENT || bsonType == BsonLayout.ARRAY);
        return new BsonFields(bytes, offset, bsonType == BsonLayout.ARRAY);
    }

    @Override
    public int intValue() {
        return bsonType == BsonLayout.INT32 ? BsonLayout.intAt(bytes, offset) : Numbers.saturatedInt(longValue());
    }

    @Override
    public long longValue() {
        return switch (bsonType) {
            case BsonLayout.INT32 -> BsonLayout.intAt(bytes, offset);
            case BsonLayout.INT64 -> BsonLayout.longAt(bytes, offset);
            case BsonLayout.DOUBLE -> (long) rawDouble();
            default -> Numbers.toLong(rawDecimal());
        };
    }

    @Override
    public double doubleValue() {
        return switch (bsonType) {
            case BsonLayout.INT32 -> BsonLayout.intAt(bytes, offset);
            case BsonLayout.INT64 -> BsonLayout.longAt(bytes, offset);
            case BsonLayout.DOUBLE -> rawDouble();
            default -> Numbers.toDouble(rawDecimal());
        };
    }

    @Override
    public Decimal128 decimalValue() {
        return switch (bsonType) {
            case BsonLayout.INT32, BsonLayout.INT64 -> new Decimal128(longValue());
            case BsonLayout.DOUBLE -> Numbers.toDecimal(rawDouble());
            default -> rawDecimal();
        };
    }

    private double rawDouble() {
        return Double.longBitsToDouble(BsonLayout.longAt(bytes, offset));
    }

    private Decimal128 rawDecimal() {
        require(bsonType == BsonLayout.DECIMAL128);
        return Decimal128.fromIEEE754BIDEncoding(
                BsonLayout.longAt(bytes, offset + 8), BsonLayout.longAt(bytes, offset));
    }

    @Override
    public boolean booleanValue() {
        require(bsonType == BsonLayout.BOOLEAN);
        return bytes[offset] != 0;
    }

    @Override
    public String stringValue() {
        require(bsonType == BsonLayout.STRING || bsonType == BsonLayout.SYMBOL);
        return Utf8.string(bytes, textFrom(), textUntil());
    }

    /** The start of the text of a string, symbol or code. */
    int textFrom() {
        return offset + 4;
    }

    /** The position of its terminator. */
    int textUntil() {
        return offset + 4 + BsonLayout.intAt(bytes, offset) - 1;
    }

    @Override
    public long dateMillis() {
        require(bsonType == BsonLayout.DATE);
        return BsonLayout.longAt(bytes, offset);
    }

    @Override
    public ObjectId objectIdValue() {
        require(bsonType == BsonLayout.OBJECT_ID);
        byte[] id = new byte[12];
        System.arraycopy(bytes, offset, id, 0, id.length);
        return new ObjectId(id);
    }

    @Override
    public BsonValue toBsonValue() {
        return BsonTrees.tree(this);
    }

    private void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the value is of type " + type());
        }
    }

    @Override
    public String toString() {
        return toBsonValue().toString();
    }
}
