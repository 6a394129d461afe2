package dev.mayfly.base.document;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The layout of BSON bytes (bsonspec.org, version 1.1). Hot: no allocation. */
final class BsonLayout {
    static final byte DOUBLE = 0x01;
    static final byte STRING = 0x02;
    static final byte DOCUMENT = 0x03;
    static final byte ARRAY = 0x04;
    static final byte BINARY = 0x05;
    static final byte UNDEFINED = 0x06;
    static final byte OBJECT_ID = 0x07;
    static final byte BOOLEAN = 0x08;
    static final byte DATE = 0x09;
    static final byte NULL = 0x0A;
    static final byte REGEX = 0x0B;
    static final byte DB_POINTER = 0x0C;
    static final byte JAVASCRIPT = 0x0D;
    static final byte SYMBOL = 0x0E;
    static final byte JAVASCRIPT_WITH_SCOPE = 0x0F;
    static final byte INT32 = 0x10;
    static final byte TIMESTAMP = 0x11;
    static final byte INT64 = 0x12;
    static final byte DECIMAL128 = 0x13;
    static final byte MAX_KEY = 0x7F;
    static final byte MIN_KEY = (byte) 0xFF;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_BYTE_ONE = 0x0101010101010101L;
    private static final long EACH_BYTE_HIGH = 0x8080808080808080L;

    private static final @Nullable ValueType[] TYPES = new ValueType[256];

    static {
        TYPES[DOUBLE] = ValueType.DOUBLE;
        TYPES[STRING] = ValueType.STRING;
        TYPES[DOCUMENT] = ValueType.OBJECT;
        TYPES[ARRAY] = ValueType.ARRAY;
        TYPES[BINARY] = ValueType.BINARY;
        TYPES[UNDEFINED] = ValueType.UNDEFINED;
        TYPES[OBJECT_ID] = ValueType.OBJECT_ID;
        TYPES[BOOLEAN] = ValueType.BOOLEAN;
        TYPES[DATE] = ValueType.DATE;
        TYPES[NULL] = ValueType.NULL;
        TYPES[REGEX] = ValueType.REGEX;
        TYPES[DB_POINTER] = ValueType.DB_POINTER;
        TYPES[JAVASCRIPT] = ValueType.JAVASCRIPT;
        TYPES[SYMBOL] = ValueType.SYMBOL;
        TYPES[JAVASCRIPT_WITH_SCOPE] = ValueType.JAVASCRIPT_WITH_SCOPE;
        TYPES[INT32] = ValueType.INT32;
        TYPES[TIMESTAMP] = ValueType.TIMESTAMP;
        TYPES[INT64] = ValueType.INT64;
        TYPES[DECIMAL128] = ValueType.DECIMAL128;
        TYPES[MAX_KEY] = ValueType.MAX_KEY;
        TYPES[MIN_KEY & 0xFF] = ValueType.MIN_KEY;
    }

    private BsonLayout() {}

    static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Null when BSON has no such type. */
    static @Nullable ValueType typeOrNull(byte bsonType) {
        return TYPES[bsonType & 0xFF];
    }

    static ValueType type(byte bsonType) {
        ValueType type = TYPES[bsonType & 0xFF];
        if (type == null) {
            throw new IllegalStateException("unknown BSON type " + bsonType);
        }
        return type;
    }

    /** The first position after the value that begins here. */
    static int valueEnd(byte bsonType, byte[] bytes, int at) {
        return switch (bsonType) {
            case INT32 -> at + 4;
            case DOUBLE, DATE, TIMESTAMP, INT64 -> at + 8;
            case OBJECT_ID -> at + 12;
            case DECIMAL128 -> at + 16;
            case BOOLEAN -> at + 1;
            case UNDEFINED, NULL, MIN_KEY, MAX_KEY -> at;
            case STRING, JAVASCRIPT, SYMBOL -> at + 4 + intAt(bytes, at);
            case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> at + intAt(bytes, at);
            case BINARY -> at + 5 + intAt(bytes, at);
            case DB_POINTER -> at + 4 + intAt(bytes, at) + 12;
            case REGEX -> terminator(bytes, terminator(bytes, at) + 1) + 1;
            default -> throw new IllegalStateException("unknown BSON type " + bsonType);
        };
    }

    /** The position of the next zero byte; eight bytes are looked at together, for most names are shorter. */
    static int terminator(byte[] bytes, int at) {
        int end = at;
        while (end <= bytes.length - Long.BYTES) {
            long eight = (long) LONGS.get(bytes, end);
            // Subtracting borrows beyond the first zero byte at most, and the first is all that is asked for.
            long zeros = (eight - EACH_BYTE_ONE) & ~eight & EACH_BYTE_HIGH;
            if (zeros != 0) {
                return end + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
            }
            end += Long.BYTES;
        }
        while (bytes[end] != 0) {
            end++;
        }
        return end;
    }

    /**
     * Compares the terminated name that begins here with a name; its end when they are equal, else -1. A name of ASCII
     * alone, which is nearly every name, is compared without encoding it.
     */
    static int nameMatch(byte[] bytes, int at, String name) {
        int length = name.length();
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            if (c >= 0x80) {
                return encodedMatch(bytes, at, Utf8.bytes(name));
            }
            if (c == 0 || bytes[at + i] != (byte) c) {
                return -1;
            }
        }
        return bytes[at + length] == 0 ? at + length : -1;
    }

    private static int encodedMatch(byte[] bytes, int at, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (name[i] == 0 || bytes[at + i] != name[i]) {
                return -1;
            }
        }
        return bytes[at + name.length] == 0 ? at + name.length : -1;
    }
}
