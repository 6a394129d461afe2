package dev.mayfly.bench.drivers;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The result of a round.
 *
 * @param rate operations a second; a document is an operation
 * @param cpuMicros the server's processor time for each
 */
record Figure(double rate, double cpuMicros) {
    /** The median of either value for itself. */
    static Figure median(List<Figure> figures) {
        return new Figure(median(figures, Figure::rate), median(figures, Figure::cpuMicros));
    }

    private static double median(List<Figure> figures, ToDoubleFunction<Figure> value) {
        double[] sorted = figures.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
