package dev.mayfly.bench.drivers;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The result of a round.
 *
 * @param rate operations a second; a document is an operation
 * @param cpuMicros the server's processor time for each
 * @param p99Micros ninety-nine of a hundred requests were answered within this time
 */
record Figure(double rate, double cpuMicros, double p99Micros) {
    /** The median of each value for itself. */
    static Figure median(List<Figure> figures) {
        return new Figure(
                median(figures, Figure::rate), median(figures, Figure::cpuMicros), median(figures, Figure::p99Micros));
    }

    private static double median(List<Figure> figures, ToDoubleFunction<Figure> value) {
        double[] sorted = figures.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
