package dev.mayfly.base.query;

/** Sums over the numbers of two vectors of one length, in four strands that do not wait for each other. */
final class VectorSums {
    private static final int STRANDS = 4;

    private VectorSums() {}

    /** Returns the sum of the products. */
    static double product(double[] one, double[] other) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int at = 0;
        for (; at + STRANDS <= one.length; at += STRANDS) {
            first += one[at] * other[at];
            second += one[at + 1] * other[at + 1];
            third += one[at + 2] * other[at + 2];
            fourth += one[at + 3] * other[at + 3];
        }
        for (; at < one.length; at++) {
            first += one[at] * other[at];
        }
        return first + second + third + fourth;
    }

    /** Returns the sum of the squares of the differences. */
    static double between(double[] one, double[] other) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int at = 0;
        for (; at + STRANDS <= one.length; at += STRANDS) {
            first += (one[at] - other[at]) * (one[at] - other[at]);
            second += (one[at + 1] - other[at + 1]) * (one[at + 1] - other[at + 1]);
            third += (one[at + 2] - other[at + 2]) * (one[at + 2] - other[at + 2]);
            fourth += (one[at + 3] - other[at + 3]) * (one[at + 3] - other[at + 3]);
        }
        for (; at < one.length; at++) {
            first += (one[at] - other[at]) * (one[at] - other[at]);
        }
        return first + second + third + fourth;
    }
}
