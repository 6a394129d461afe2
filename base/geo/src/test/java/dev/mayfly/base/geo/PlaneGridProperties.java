package dev.mayfly.base.geo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The cells of a box, and those of a ring around a place, are those of all places in it. */
final class PlaneGridProperties {
    private static boolean isUnder(long cell, List<CellSpan> spans) {
        return spans.stream()
                .anyMatch(span ->
                        Long.compareUnsigned(span.first(), cell) <= 0 && Long.compareUnsigned(cell, span.last()) <= 0);
    }

    private static double within(PlaneGrid grid, RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0 -> grid.min();
            case 1 -> grid.max();
            default -> grid.min() + random.nextDouble() * (grid.max() - grid.min());
        };
    }

    @Test
    void boxesAndRingsHaveTheCellsOfTheirPlaces() {
        Seeds.run(60, (seed, random) -> {
            PlaneGrid grid = random.nextBoolean()
                    ? new PlaneGrid(1 + random.nextInt(32), -180, 180)
                    : new PlaneGrid(26, -7.5, 1000);
            double x = within(grid, random);
            double y = within(grid, random);
            PlaneBox box = PlaneBox.between(x, y, within(grid, random), within(grid, random));
            List<CellSpan> inBox = grid.within(box);
            double width = random.nextDouble() * (grid.max() - grid.min()) / 3;
            for (int round = 0; round < 60; round++) {
                double atX = within(grid, random);
                double atY = within(grid, random);
                long cell = grid.cell(atX, atY);
                assertTrue(!box.contains(atX, atY) || isUnder(cell, inBox), () -> box + " at " + atX + ", " + atY);
                double far = Math.hypot(atX - x, atY - y);
                if (far < 4 * width) {
                    int ring = (int) (far / width);
                    List<CellSpan> spans = grid.between(x, y, ring * width, PlaneBox.around(x, y, (ring + 1) * width));
                    assertTrue(isUnder(cell, spans), () -> grid + " ring " + ring + " at " + atX + ", " + atY);
                }
            }
        });
    }
}
