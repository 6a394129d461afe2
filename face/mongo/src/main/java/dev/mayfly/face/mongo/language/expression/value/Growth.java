package dev.mayfly.face.mongo.language.expression.value;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.value.BsonSize;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import dev.mayfly.face.mongo.language.value.MeasuredDocument;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import dev.mayfly.face.mongo.language.value.Trees;
import org.bson.BsonArray;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one evaluation of an operator makes grow, charged to the request and limited to the size that a value
 * may have. Used once, by one thread.
 *
 * <p>Parts of an operator charge what they make; of all that was charged since the operator began, only its own result
 * is still held at its end, or after each element that it takes.
 */
public final class Growth {
    /** Limit on a string or a document: the size of a stored document, plus a little for what surrounds it. */
    private static final int VALUE_BYTES_MAX = (16 << 20) + (16 << 10);

    /** Limit on an array, which may be larger than a document as long as it is not stored. */
    private static final long ARRAY_BYTES_MAX = 100L << 20;

    private final String operator;
    private final RequestGuard guard = RequestGuard.current();
    private final long mark = guard.mark();
    private @Nullable BsonValue kept;
    private long keptBytes;

    /** Begins: whatever is charged from here on is a part of the result, or garbage. */
    public Growth(String operator) {
        this.operator = operator;
    }

    /** Adds an element. */
    public void append(MeasuredArray array, BsonValue element) {
        array.append(element);
        hold(array);
    }

    /** Adds all elements of another array. */
    public void appendAll(MeasuredArray array, BsonArray others) {
        guard.charge(Math.multiplyExact(8L, others.size()));
        array.appendAll(others);
        hold(array);
    }

    private void hold(MeasuredArray array) {
        if (array.bsonBytes() > ARRAY_BYTES_MAX) {
            throw QueryRefusals.memoryExceeded(operator + " would use too much memory (" + array.bsonBytes()
                    + " bytes) and cannot spill to disk. Memory limit: " + ARRAY_BYTES_MAX + " bytes");
        }
        guard.step();
        guard.settle(mark, array.heapBytes());
    }

    /** Sets a field. */
    public void set(MeasuredDocument document, String name, BsonValue value) {
        document.set(name, value);
        if (document.bsonBytes() > VALUE_BYTES_MAX) {
            throw QueryRefusals.tooLarge(document.bsonBytes());
        }
        guard.step();
        guard.settle(mark, document.heapBytes());
    }

    /** Keeps only this value charged, of all that was made, as after one iteration of a loop. */
    public <T extends BsonValue> T keep(T value) {
        guard.step();
        if (!Trees.same(kept, value)) {
            kept = value;
            keptBytes = HeapSize.of(value);
        } else if (value instanceof MeasuredArray array) {
            keptBytes = array.heapBytes();
        }
        guard.settle(mark, keptBytes);
        return value;
    }

    /** Charges a string of the given number of characters, and refuses one that is too long. */
    public static void chargeText(long length) {
        if (length > VALUE_BYTES_MAX) {
            throw QueryRefusals.tooLarge(length);
        }
        RequestGuard.current().charge(length);
    }

    /** A string, which may take more bytes than it has characters. */
    public static BsonString text(String text) {
        if (text.length() > VALUE_BYTES_MAX / 3) {
            long bytes = BsonSize.of(new BsonString(text));
            if (bytes > VALUE_BYTES_MAX) {
                throw QueryRefusals.tooLarge(bytes);
            }
        }
        return new BsonString(text);
    }
}
