package dev.mayfly.face.mongo.language.vector;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bson.BsonBinary;
import org.jspecify.annotations.Nullable;

/** Reads values as vectors: arrays of numbers, and binary values of subtype 9 with float32 or int8. */
final class VectorValues {
    private static final byte VECTOR = 9;
    private static final int HEADER_BYTES = 2;
    /** In BSON the length and the subtype come before the vector. */
    private static final int LENGTH_BYTES = Integer.BYTES;

    private static final byte INT8 = 0x03;
    private static final byte FLOAT32 = 0x27;
    private static final int CAPACITY = 64;

    private VectorValues() {}

    /** Returns whether a value is a binary vector of this many float32. */
    static boolean isFloats(BsonView value, int dimensions) {
        byte[] bytes = value.bytes();
        int at = value.offset() + LENGTH_BYTES;
        return value.type() == ValueType.BINARY
                && value.length() == LENGTH_BYTES + 1 + HEADER_BYTES + Float.BYTES * dimensions
                && bytes[at] == VECTOR
                && bytes[at + 1] == FLOAT32
                && bytes[at + 2] == 0;
    }

    /** Returns where the numbers of such a value begin. */
    static int floatsOffset(BsonView value) {
        return value.offset() + LENGTH_BYTES + 1 + HEADER_BYTES;
    }

    /** Returns the numbers of a vector; null if the value is none. */
    static double @Nullable [] of(@Nullable View value) {
        if (value == null) {
            return null;
        }
        if (value.type() == ValueType.ARRAY) {
            return ofArray(value);
        }
        return value.type() == ValueType.BINARY ? ofBinary(value.toBsonValue().asBinary()) : null;
    }

    private static double @Nullable [] ofArray(View array) {
        double[] numbers = new double[CAPACITY];
        int count = 0;
        View.Fields elements = array.fields();
        while (elements.next()) {
            View element = elements.value();
            if (!element.type().isNumber()) {
                return null;
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = element.doubleValue();
        }
        return count == 0 ? null : Arrays.copyOf(numbers, count);
    }

    private static double @Nullable [] ofBinary(BsonBinary binary) {
        byte[] data = binary.getData();
        if (binary.getType() != VECTOR || data.length <= HEADER_BYTES || data[1] != 0) {
            return null;
        }
        return switch (data[0]) {
            case INT8 -> ofBytes(data);
            case FLOAT32 -> ofFloats(data);
            default -> null;
        };
    }

    private static double[] ofBytes(byte[] data) {
        double[] numbers = new double[data.length - HEADER_BYTES];
        for (int at = 0; at < numbers.length; at++) {
            numbers[at] = data[HEADER_BYTES + at];
        }
        return numbers;
    }

    private static double @Nullable [] ofFloats(byte[] data) {
        if ((data.length - HEADER_BYTES) % Float.BYTES != 0) {
            return null;
        }
        double[] numbers = new double[(data.length - HEADER_BYTES) / Float.BYTES];
        ByteBuffer floats = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < numbers.length; at++) {
            numbers[at] = floats.getFloat(HEADER_BYTES + at * Float.BYTES);
        }
        return numbers;
    }
}
