package dev.mayfly.face.mongo.language.value;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A document that an expression makes, which knows how large it is by now, as a {@link MeasuredArray} does. */
@SuppressWarnings("serial") // Never serialized.
public final class MeasuredDocument extends BsonDocument {
    private int measured;
    private long bsonBytes = 5;
    private long heapBytes = HeapSize.DOCUMENT;

    public MeasuredDocument(int expected) {
        super(expected);
    }

    /** Sets a field; one that was there stays in its place. */
    public void set(String name, BsonValue value) {
        BsonValue before = super.put(name, value);
        if (before == null) {
            bsonBytes += BsonSize.field(name, BsonSize.of(value));
            heapBytes += HeapSize.field(name, HeapSize.of(value));
            measured++;
        } else {
            bsonBytes += BsonSize.of(value) - BsonSize.of(before);
            heapBytes += HeapSize.of(value) - HeapSize.of(before);
        }
    }

    boolean isMeasured() {
        return size() == measured;
    }

    public long bsonBytes() {
        return bsonBytes;
    }

    public long heapBytes() {
        return heapBytes;
    }
}
