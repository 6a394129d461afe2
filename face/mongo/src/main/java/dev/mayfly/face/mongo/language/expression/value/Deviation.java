package dev.mayfly.face.mongo.language.expression.value;

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

    /** Returns the whole state as a document. */
    public BsonDocument state() {
        return new BsonDocument("count", new BsonInt64(count))
                .append("mean", new BsonDouble(mean))
                .append("squares", new BsonDouble(squares));
    }

    /** Adds the state of another (T. Chan and others, Updating Formulae for Computing Sample Variances). */
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

    /** Returns the deviation of the population; null if there are no values. */
    public BsonValue population() {
        return count == 0 ? ExpressionValues.NULL : new BsonDouble(Math.sqrt(squares / count));
    }

    /** Returns the deviation of a sample; null for fewer than two values. */
    public BsonValue sample() {
        return count < 2 ? ExpressionValues.NULL : new BsonDouble(Math.sqrt(squares / (count - 1)));
    }
}
