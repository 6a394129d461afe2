package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.query.PackedVectors;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.couchbase.language.function.VectorFunctions;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of documents by the distance of their vectors to one that is known before the documents are.
 *
 * @param path where the vectors stand
 * @param distance of the document in the frame
 * @param vector to which the distances are
 * @param metric its name
 * @param options what else is said to the function
 * @param unknownFirst whether documents without a distance come first; if not they come last
 * @param text the call as it is shown
 */
public record DistanceOrder(
        FieldPath path,
        Scalar distance,
        Scalar vector,
        Scalar metric,
        List<Scalar> options,
        boolean unknownFirst,
        String text) {
    public DistanceOrder {
        options = List.copyOf(options);
    }

    /** The vector and the metric of one run of a statement. */
    public record Target(double[] vector, VectorFunctions.Metric metric) {}

    /** Returns the target, or null if no document has a distance to it, or not one that vectors in memory can tell. */
    public @Nullable Target target(Frame frame) {
        double[] numbers = VectorFunctions.numbers(vector.of(frame));
        N1qlValue named = metric.of(frame);
        VectorFunctions.Metric found =
                named instanceof N1qlString text ? VectorFunctions.Metric.named(text.stringValue()) : null;
        boolean areKnown = options.stream().noneMatch(option -> option.of(frame).isUnknown());
        return numbers == null || found == null || !areKnown || !hasDistances(numbers, found)
                ? null
                : new Target(numbers, found);
    }

    /** Without a length a vector has an angle to no other. */
    private static boolean hasDistances(double[] numbers, VectorFunctions.Metric metric) {
        return metric.of() != VectorMetric.COSINE || !PackedVectors.isZero(numbers);
    }
}
