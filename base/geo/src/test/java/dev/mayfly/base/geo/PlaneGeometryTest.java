package dev.mayfly.base.geo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.geo.InvalidShapeException.Fault;
import dev.mayfly.base.geo.PlaneGeometry.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlaneGeometryTest {
    private static List<Place> places(double... coordinates) {
        List<Place> places = new ArrayList<>();
        for (int at = 0; at < coordinates.length; at += 2) {
            places.add(new Place(coordinates[at], coordinates[at + 1]));
        }
        return places;
    }

    private static List<Place> square(double from, double to) {
        return places(from, from, to, from, to, to, from, to, from, from);
    }

    private static void assertFault(Fault fault, List<List<Place>> rings) {
        assertEquals(
                fault,
                assertThrows(InvalidShapeException.class, () -> PlaneGeometry.polygon(rings))
                        .fault());
    }

    @Test
    void polygonsHaveTheirBordersAndNotTheirHoles() throws InvalidShapeException {
        PlaneGeometry polygon = PlaneGeometry.polygon(List.of(square(0, 10), square(4, 6)));
        assertEquals(96, polygon.area());
        assertTrue(polygon.contains(PlaneGeometry.point(new Place(0, 3))));
        assertFalse(polygon.contains(PlaneGeometry.point(new Place(5, 5))));
        assertEquals(1, polygon.distanceTo(PlaneGeometry.point(new Place(5, 5))));
        assertTrue(polygon.intersects(PlaneGeometry.line(places(5, 5, 20, 5))));
        assertFalse(polygon.contains(PlaneGeometry.line(places(1, 5, 9, 5))));
        assertTrue(polygon.contains(PlaneGeometry.line(places(0, 0, 10, 0))));
    }

    @Test
    void polygonsThatOverlapCountOnce() throws InvalidShapeException {
        assertEquals(
                7,
                PlaneGeometry.polygons(List.of(List.of(square(0, 2)), List.of(square(1, 3))))
                        .area());
    }

    @Test
    void coordinatesThatAreNoShapeAreRefused() {
        assertFault(Fault.RING_EMPTY, List.of(List.of()));
        assertFault(Fault.RING_OPEN, List.of(places(0, 0, 1, 0, 1, 1)));
        assertFault(Fault.RING_TOO_SHORT, List.of(places(0, 0, 1, 0, 0, 0)));
        assertFault(Fault.HOLE_OUTSIDE, List.of(square(0, 1), square(5, 6)));
        assertFault(Fault.HOLES_NESTED, List.of(square(0, 9), square(1, 8), square(2, 3)));
        assertThrows(
                InvalidShapeException.class,
                () -> PlaneGeometry.polygon(List.of(places(0, 0, 1, 1, 1, 0, 0, 1, 0, 0))));
        assertThrows(InvalidShapeException.class, () -> PlaneGeometry.line(places(1, 1, 1, 1)));
    }
}
