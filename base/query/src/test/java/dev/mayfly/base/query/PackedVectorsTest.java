package dev.mayfly.base.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedVectorsTest {
    private static final int VECTORS = 300;

    @Test
    void noVectorIsNearerThanItsBoundAndNoneMuchFarther() {
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int dimensions = seed % 4 == 0 ? 768 : random.nextInt(1, 40);
            double scale = Math.pow(10, random.nextInt(-30, 30));
            double[] query = vector(random, dimensions, scale);
            double[][] vectors = new double[VECTORS][];
            PackedVectors packed = new PackedVectors(dimensions);
            for (int slot = 0; slot < VECTORS; slot++) {
                vectors[slot] = random.nextInt(10) == 0 ? query.clone() : vector(random, dimensions, scale);
                packed.set(slot, vectors[slot]);
            }
            for (VectorMetric metric : VectorMetric.values()) {
                compare(packed, metric, query, vectors, "seed " + seed + " " + metric);
            }
        }
    }

    private static double[] vector(SplittableRandom random, int dimensions, double scale) {
        return random.doubles(dimensions, -scale, scale).toArray();
    }

    private static void compare(
            PackedVectors packed, VectorMetric metric, double[] query, double[][] vectors, String story) {
        double[] bounds = new double[vectors.length];
        packed.bounds(metric, query, bounds);
        double length = Math.sqrt(VectorSums.product(query, query));
        for (int slot = 0; slot < vectors.length; slot++) {
            double exact = metric.of(query, vectors[slot]);
            double other = Math.sqrt(VectorSums.product(vectors[slot], vectors[slot]));
            assertTrue(metric.nearness(bounds[slot]) >= metric.nearness(exact), story + ", slot " + slot);
            // A distance of next to nothing is the root of what rounding leaves.
            double loose = switch (metric) {
                case COSINE -> 1e-4;
                case DOTPRODUCT -> 1e-4 * length * other;
                case EUCLIDEAN -> 1e-2 * (length + other);
            };
            assertEquals(exact, bounds[slot], loose, story + ", slot " + slot);
        }
    }

    @Test
    void aSlotIsWrittenAgain() {
        PackedVectors packed = new PackedVectors(2);
        packed.set(0, new double[] {1, 0});
        packed.set(1, new double[] {0, 2});
        packed.set(0, new double[] {0, -3});
        double[] bounds = new double[2];
        packed.bounds(VectorMetric.DOTPRODUCT, new double[] {0, 1}, bounds);
        assertEquals(-3, bounds[0], 1e-4);
        assertEquals(2, bounds[1], 1e-4);
    }

    @Test
    void vectorsOfHugeAndOfTinyNumbersAreNotKept() {
        assertTrue(PackedVectors.isUsual(new double[] {0, 0}));
        assertTrue(PackedVectors.isUsual(new double[] {1e60, 0}));
        for (double number : new double[] {1e80, 1e300, 1e-80, 1e-300, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] vector = new double[4];
            Arrays.fill(vector, number);
            assertFalse(PackedVectors.isUsual(vector), "" + number);
        }
    }
}
