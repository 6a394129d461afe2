package dev.mayfly.base.geo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a region contains or meets stands under a number by which the region is looked up, also around the poles. */
final class SphereCellsProperties {
    private static final int GEOMETRIES = 60;

    /** Most places lie near a pole, the antimeridian or each other. */
    private static SpherePoint place(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> new SpherePoint(longitude(random), 90 - random.nextDouble());
            case 1 -> new SpherePoint(longitude(random), -90 + random.nextDouble() * 3);
            case 2 -> new SpherePoint(random.nextBoolean() ? 180 : -180, random.nextInt(-2, 3));
            case 3 -> new SpherePoint(-179 - random.nextDouble(), random.nextDouble() * 4 - 2);
            default -> new SpherePoint(178 + random.nextDouble() * 2, random.nextDouble() * 4 - 2);
        };
    }

    private static double longitude(RandomGenerator random) {
        return random.nextDouble() * 360 - 180;
    }

    private static SphereGeometry geometry(RandomGenerator random) {
        SphereGeometry.Builder builder = SphereGeometry.builder();
        try {
            switch (random.nextInt(3)) {
                case 0 -> builder.point(place(random));
                case 1 -> builder.line(List.of(place(random), place(random)));
                default -> {
                    SpherePoint first = place(random);
                    builder.polygon(List.of(List.of(first, place(random), place(random), first)));
                }
            }
            return builder.build();
        } catch (InvalidShapeException _) {
            return SphereGeometry.of(place(random));
        }
    }

    private static SphereRegion region(RandomGenerator random) {
        try {
            return switch (random.nextInt(3)) {
                case 0 -> new SphereCap(place(random), random.nextDouble() / 20);
                case 1 -> geometry(random);
                default -> {
                    SpherePoint first = place(random);
                    yield SphereLoop.of(List.of(List.of(first, place(random), place(random), first)));
                }
            };
        } catch (InvalidShapeException _) {
            return new SphereCap(place(random), 0.01);
        }
    }

    private static boolean isUnder(List<Long> cells, List<CellSpan> spans) {
        return cells.stream()
                .anyMatch(cell -> spans.stream()
                        .anyMatch(span -> Long.compareUnsigned(span.first(), cell) <= 0
                                && Long.compareUnsigned(cell, span.last()) <= 0));
    }

    @Test
    void regionsAreLookedUpWhereTheirGeometriesStand() {
        Seeds.run(30, (seed, random) -> {
            SphereRegion region = region(random);
            List<CellSpan> spans = SphereCells.ofAsked(region);
            for (int round = 0; round < GEOMETRIES; round++) {
                SphereGeometry geometry = geometry(random);
                boolean found = region.contains(geometry) || region.intersects(geometry);
                assertTrue(!found || isUnder(SphereCells.ofStored(geometry), spans), () -> region + " and " + geometry);
            }
        });
    }

    @Test
    void ringsAroundAPlaceLeaveNothingOut() {
        Seeds.run(30, (seed, random) -> {
            SpherePoint center = place(random);
            double width = random.nextDouble() / 50;
            List<SphereGeometry> geometries = IntStream.range(0, GEOMETRIES)
                    .mapToObj(_ -> geometry(random))
                    .filter(each -> each.radiansTo(center) < 4 * width)
                    .toList();
            for (SphereGeometry geometry : geometries) {
                double far = geometry.radiansTo(center);
                int ring = (int) (far / width);
                List<CellSpan> spans = SphereCells.between(center, ring * width, (ring + 1) * width);
                assertTrue(isUnder(SphereCells.ofStored(geometry), spans), () -> center + " and " + far);
            }
        });
    }

    @Test
    void placesOnThePoleAndTheAntimeridianAreOne() {
        assertEquals(0, new SpherePoint(0, 90).radiansTo(new SpherePoint(77, 90)), 1e-15);
        assertEquals(0, new SpherePoint(180, 5).radiansTo(new SpherePoint(-180, 5)), 1e-15);
    }
}
