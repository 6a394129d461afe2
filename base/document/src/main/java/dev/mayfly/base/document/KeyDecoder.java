package dev.mayfly.base.document;

import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Reads back what a {@link KeyWriter} has written in ascending order. Values that compare as equal have one encoding, so
 * what comes out equals what went in, but may be of another type: a number is of the smallest type that holds it. Used
 * once; not for hot paths.
 */
public final class KeyDecoder {
    private static final int OBJECT_ID_BYTES = 12;
    private static final int OLD_BINARY = 2;

    private final ByteBuffer in;
    /** The mask by which each byte is inverted. */
    private int mask;

    private KeyDecoder(byte[] key) {
        this.in = ByteBuffer.wrap(key);
    }

    /**
     * Returns all values that were written one after the other.
     *
     * @throws IllegalArgumentException if no writer has written these bytes
     */
    public static List<BsonValue> decode(byte[] key) {
        KeyDecoder decoder = new KeyDecoder(key);
        List<BsonValue> values = new ArrayList<>();
        try {
            while (decoder.in.hasRemaining()) {
                values.add(decoder.value());
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException cut) {
            throw new IllegalArgumentException("the key is cut off", cut);
        }
        return values;
    }

    /**
     * Returns the first of the values that were written one after the other.
     *
     * @throws IllegalArgumentException if no writer has written these bytes
     */
    public static BsonValue first(byte[] key) {
        try {
            return new KeyDecoder(key).value();
        } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException cut) {
            throw new IllegalArgumentException("the key is cut off", cut);
        }
    }

    private int take() {
        return (in.get() ^ mask) & 0xff;
    }

    private long take(int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | take();
        }
        return value;
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    private BsonValue value() {
        int tag = take();
        return switch (tag) {
            case KeyWriter.MIN_KEY -> new BsonMinKey();
            case KeyWriter.UNDEFINED -> new BsonUndefined();
            case KeyWriter.NULL -> BsonNull.VALUE;
            case NumberEncoding.TAG_NAN -> new BsonDouble(Double.NaN);
            case NumberEncoding.TAG_ZERO -> new BsonInt32(0);
            case NumberEncoding.TAG_POSITIVE -> number(magnitude());
            case NumberEncoding.TAG_NEGATIVE -> negative();
            case KeyWriter.STRING -> new BsonString(text());
            case KeyWriter.OBJECT -> object();
            case KeyWriter.ARRAY -> array();
            case KeyWriter.BINARY -> binary();
            case KeyWriter.OBJECT_ID -> new BsonObjectId(new ObjectId(bytes(OBJECT_ID_BYTES)));
            case KeyWriter.FALSE -> BsonBoolean.FALSE;
            case KeyWriter.TRUE -> BsonBoolean.TRUE;
            case KeyWriter.DATE -> new BsonDateTime(take(8) ^ Long.MIN_VALUE);
            case KeyWriter.TIMESTAMP -> new BsonTimestamp(take(8));
            case KeyWriter.REGEX -> new BsonRegularExpression(text(), text());
            case KeyWriter.DB_POINTER -> pointer();
            case KeyWriter.JAVASCRIPT -> new BsonJavaScript(text());
            case KeyWriter.JAVASCRIPT_WITH_SCOPE -> new BsonJavaScriptWithScope(text(), object());
            case KeyWriter.MAX_KEY -> new BsonMaxKey();
            default -> throw new IllegalArgumentException("no value begins with " + tag);
        };
    }

    private String text() {
        byte[] bytes = new byte[in.remaining()];
        int size = 0;
        for (int b = take(); b != 0; b = take()) {
            bytes[size++] = (byte) (b == 1 ? take() - 1 : b);
        }
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    private BsonDocument object() {
        BsonDocument document = new BsonDocument();
        while (take() != KeyWriter.END) {
            String name = text();
            document.append(name, value());
        }
        return document;
    }

    private BsonArray array() {
        BsonArray array = new BsonArray();
        while (in.get(in.position()) != KeyWriter.END) {
            array.add(value());
        }
        take();
        return array;
    }

    private byte[] raw() {
        int length = take();
        return bytes(length < 0xff ? length : (int) take(4));
    }

    private BsonBinary binary() {
        byte[] raw = raw();
        int header = raw[0] == OLD_BINARY ? 5 : 1;
        return new BsonBinary(raw[0], Arrays.copyOfRange(raw, header, raw.length));
    }

    private BsonDbPointer pointer() {
        byte[] raw = raw();
        int at = raw.length - OBJECT_ID_BYTES;
        return new BsonDbPointer(
                new String(raw, 0, at, StandardCharsets.UTF_8), new ObjectId(Arrays.copyOfRange(raw, at, raw.length)));
    }

    private BsonValue negative() {
        mask = 0xff;
        try {
            return number(
                    switch (magnitude()) {
                        case Exact(BigDecimal value) -> new Exact(value.negate());
                        case Floating(double value) -> new Floating(-value);
                    });
        } finally {
            mask = 0;
        }
    }

    /** The magnitude of a number before its sign is verified. */
    private sealed interface Magnitude {}

    private record Exact(BigDecimal value) implements Magnitude {}

    private record Floating(double value) implements Magnitude {}

    /** See {@link NumberEncoding} for the form. */
    private Magnitude magnitude() {
        long bits = take(8);
        double head = Double.longBitsToDouble(bits >>> 1);
        if ((bits & 1) == 0) {
            return new Floating(head);
        }
        if (head >= 0x1p53 && head < 0x1p63) {
            int rest = (int) take(2);
            BigDecimal whole = new BigDecimal(head).add(BigDecimal.valueOf(rest >>> 1));
            if ((rest & 1) == 0) {
                return new Exact(whole);
            }
            return new Exact(whole.add(new BigDecimal("0." + digits())));
        }
        int exponent = (int) take(2) - NumberEncoding.EXPONENT_BIAS;
        String digits = digits();
        return new Exact(new BigDecimal(digits).scaleByPowerOfTen(exponent - digits.length()));
    }

    private String digits() {
        StringBuilder digits = new StringBuilder();
        int pair;
        do {
            pair = take();
            digits.append((char) ('0' + (pair >> 1) / 10)).append((char) ('0' + (pair >> 1) % 10));
        } while ((pair & 1) == 1);
        return digits.toString();
    }

    private static BsonValue number(Magnitude magnitude) {
        return switch (magnitude) {
            case Floating(double value) -> {
                long whole = (long) value;
                boolean isWhole = whole == value && Math.abs(value) < 0x1p63;
                yield isWhole ? whole(whole) : new BsonDouble(value);
            }
            case Exact(BigDecimal value) -> {
                boolean isWhole = value.stripTrailingZeros().scale() <= 0
                        && value.toBigInteger().bitLength() < Long.SIZE;
                yield isWhole ? whole(value.longValueExact()) : decimal(value);
            }
        };
    }

    /** With no more digits than were written. */
    private static BsonValue decimal(BigDecimal value) {
        return new BsonDecimal128(new Decimal128(value.stripTrailingZeros()));
    }

    private static BsonValue whole(long value) {
        return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
    }
}
