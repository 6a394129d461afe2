package dev.mayfly.face.mongo.language.vector;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.QueryVector;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.VectorMetric;
import org.jspecify.annotations.Nullable;

/** Compares the vectors of documents with that of a query. Used by one thread. */
public final class VectorComparison {
    private final FieldPath path;
    private final VectorMetric metric;
    private final int dimensions;
    private final QueryVector vector;

    VectorComparison(String path, VectorMetric metric, double[] vector) {
        this.path = FieldPath.of(path);
        this.metric = metric;
        this.dimensions = vector.length;
        this.vector = new QueryVector(metric, vector);
    }

    /**
     * Returns how near a document is: from 0 to 1 by the angle or the length between, and half of one more than the product.
     *
     * @return not a number if it has no vector of this length, or none that can be compared
     */
    public double score(View document) {
        View value = path.in(document);
        if (value == null) {
            return Double.NaN;
        }
        RequestGuard.current().stepsOf(dimensions);
        return scoreOf(compared(value));
    }

    /** Returns the score of a document for which the metric has this value. */
    public double scoreOf(double compared) {
        return metric == VectorMetric.EUCLIDEAN ? 1 / (1 + compared * compared) : (1 + compared) / 2;
    }

    public FieldPath path() {
        return path;
    }

    public VectorMetric metric() {
        return metric;
    }

    /** Returns the numbers of a vector; null if the value is none. */
    public static double @Nullable [] numbersOf(View value) {
        return VectorValues.of(value);
    }

    private double compared(View value) {
        if (value instanceof BsonView bytes && VectorValues.isFloats(bytes, dimensions)) {
            return vector.toFloats(bytes.bytes(), VectorValues.floatsOffset(bytes));
        }
        double @Nullable [] other = VectorValues.of(value);
        return other == null || other.length != dimensions ? Double.NaN : vector.to(other);
    }
}
