package dev.mayfly.face.mongo.language.value;

import java.util.Collection;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * An array that an expression makes, which knows how large it is by now: what is made of it need not be measured again.
 * It grows by its own methods only; should its length change otherwise, it is measured anew. Used by one thread.
 */
@SuppressWarnings("serial") // Never serialized.
public final class MeasuredArray extends BsonArray {
    private int measured;
    private long bsonBytes = 5;
    private long heapBytes = HeapSize.ARRAY;

    public MeasuredArray(int expected) {
        super(expected);
    }

    /** Adds an element. */
    public void append(BsonValue element) {
        super.add(element);
        bsonBytes += BsonSize.element(measured, BsonSize.of(element));
        heapBytes += HeapSize.SLOT + HeapSize.of(element);
        measured++;
    }

    /** Adds all elements of another array, which is as cheap as copying if that one has been measured. */
    public void appendAll(BsonArray others) {
        long values = BsonSize.of(others) - 5 - BsonSize.elements(0, others.size());
        heapBytes += HeapSize.of(others) - HeapSize.ARRAY;
        bsonBytes += values + BsonSize.elements(measured, others.size());
        super.addAll((Collection<? extends BsonValue>) others);
        measured += others.size();
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
