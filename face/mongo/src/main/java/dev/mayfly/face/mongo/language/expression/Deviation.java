package dev.mayfly.face.mongo.language.expression;

import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
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

    /** All of it as a document. */
    public BsonDocument state() {
        return new BsonDocument("count", new BsonInt64(count))
                .append("mean", new BsonDouble(mean))
                .append("squares", new BsonDouble(squares));
    }

    /** Adds what another has added (T. Chan and others, Updating Formulae for Computing Sample Variances). */
    public void absorb(BsonDocument state) {
        long more = state.getInt64("count").getValue();
        if (more == 0) {
            return;
        }
        long all = count + more;
        double delta = state.getDouble("mean").getValue() - mean;
        squares += state.getDouble("squares").getValue() + delta * delta * count * more / all;
        mean += delta * more / all;
        count = all;
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
