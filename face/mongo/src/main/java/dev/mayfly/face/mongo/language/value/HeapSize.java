package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Estimates the heap bytes of a tree of values: many small values take ten times what they do in BSON. */
public final class HeapSize {
    /** An object that holds a value, and where it is referred to. */
    private static final int VALUE = 24;

    private static final int TEXT = 48;
    /** Overhead of a document besides its fields. */
    static final int DOCUMENT = 136;

    private static final int FIELD = 56;
    /** Overhead of an array besides its elements. */
    static final int ARRAY = 56;

    /** A place in an array, some of them still empty. */
    static final int SLOT = 8;

    /** The tree of a smaller document is bounded by the number of requests. */
    private static final int LARGE_BYTES = 256 << 10;

    private HeapSize() {}

    public static long of(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING, SYMBOL, JAVASCRIPT, DB_POINTER, REGULAR_EXPRESSION, JAVASCRIPT_WITH_SCOPE ->
                TEXT + BsonSize.of(value);
            case BINARY -> TEXT + value.asBinary().getData().length;
            case DOCUMENT -> document(value.asDocument());
            case ARRAY -> array(value);
            case NULL, UNDEFINED, MIN_KEY, MAX_KEY, END_OF_DOCUMENT, BOOLEAN -> 0;
            case DOUBLE, INT64, DATE_TIME, TIMESTAMP, INT32, OBJECT_ID, DECIMAL128 -> VALUE;
        };
    }

    /** The tree of a document that lies in bytes, which is built when its request may hold it. */
    public static BsonDocument admittedTree(View document) {
        if (document instanceof BsonView bytes && bytes.length() >= LARGE_BYTES) {
            RequestGuard.current().admit(ofBytes(bytes));
        }
        return document.toBsonValue().asDocument();
    }

    /** Returns the bytes that the tree would take. */
    private static long ofBytes(View container) {
        long size = DOCUMENT;
        View.Fields fields = container.fields();
        while (fields.next()) {
            View value = fields.value();
            ValueType type = value.type();
            boolean isContainer = type == ValueType.OBJECT || type == ValueType.ARRAY;
            size += FIELD + TEXT + (isContainer ? ofBytes(value) : VALUE + ((BsonView) value).length());
        }
        return size;
    }

    private static long document(BsonDocument document) {
        if (document instanceof MeasuredDocument measured && measured.isMeasured()) {
            return measured.heapBytes();
        }
        long size = DOCUMENT;
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            size += field(field.getKey(), of(field.getValue()));
        }
        return size;
    }

    private static long array(BsonValue array) {
        if (array instanceof MeasuredArray measured && measured.isMeasured()) {
            return measured.heapBytes();
        }
        long size = ARRAY;
        for (BsonValue element : array.asArray()) {
            size += SLOT + of(element);
        }
        return size;
    }

    /** Returns the size of a field, given the size of its value. */
    static long field(String name, long value) {
        return FIELD + TEXT + name.length() + value;
    }
}
