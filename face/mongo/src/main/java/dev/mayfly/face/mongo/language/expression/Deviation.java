package dev.mayfly.face.mongo.language.expression;

import org.bson.BsonDouble;
import org.bson.BsonValue;

/** A running standard deviation (B. P. Welford, Note on a Method for Calculating Corrected Sums, 1962). Not thread-safe. */
public final class Deviation {
    private long count;
    private double mean;
    private double squares;

    public void add(double value) {
        count++;
        double delta = value - mean;
        mean += delta / count;
        squares += delta * (value - mean);
    }

    /** Of all there is; null if there is nothing. */
    public BsonValue population() {
        return count == 0 ? Values.NULL : new BsonDouble(Math.sqrt(squares / count));
    }

    /** Of a sample of more; null for fewer than two values. */
    public BsonValue sample() {
        return count < 2 ? Values.NULL : new BsonDouble(Math.sqrt(squares / (count - 1)));
    }
}
