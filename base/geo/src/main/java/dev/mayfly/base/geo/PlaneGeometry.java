package dev.mayfly.base.geo;

import dev.mayfly.base.geo.InvalidShapeException.Fault;
import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;

/** Points, lines and polygons on the plane, taken together as one geometry. Immutable and safe for concurrent use. */
public final class PlaneGeometry {
    private static final GeometryFactory FACTORY = new GeometryFactory();
    private static final int RING_PLACES_MIN = 4;

    private final Geometry geometry;

    private PlaneGeometry(Geometry geometry) {
        this.geometry = geometry;
    }

    /**
     * A place on the plane.
     *
     * @param x from left to right
     * @param y from below to above
     */
    public record Place(double x, double y) {}

    public static PlaneGeometry point(Place place) {
        return new PlaneGeometry(FACTORY.createPoint(coordinate(place)));
    }

    /** @throws InvalidShapeException if the places are no line */
    public static PlaneGeometry line(List<Place> places) throws InvalidShapeException {
        if (places.stream().distinct().count() < 2) {
            throw new InvalidShapeException(Fault.LINE_TOO_SHORT, "a line has at least two places");
        }
        return new PlaneGeometry(FACTORY.createLineString(coordinates(places)));
    }

    /**
     * Returns a polygon, which is what its first ring encloses but for what the others do.
     *
     * @throws InvalidShapeException if the rings are no polygon
     */
    public static PlaneGeometry polygon(List<List<Place>> rings) throws InvalidShapeException {
        return new PlaneGeometry(valid(rings));
    }

    /** @throws InvalidShapeException if one of them is no polygon */
    public static PlaneGeometry polygons(List<List<List<Place>>> polygons) throws InvalidShapeException {
        Polygon[] all = new Polygon[polygons.size()];
        for (int at = 0; at < all.length; at++) {
            all[at] = valid(polygons.get(at));
        }
        // The union takes what polygons have in common once, as all questions do.
        return new PlaneGeometry(FACTORY.createMultiPolygon(all).union());
    }

    private static Polygon valid(List<List<Place>> rings) throws InvalidShapeException {
        if (rings.isEmpty()) {
            throw new InvalidShapeException(Fault.NO_RINGS, "a polygon has at least one ring");
        }
        List<LinearRing> closed = new ArrayList<>(rings.size());
        for (List<Place> ring : rings) {
            closed.add(ring(ring));
        }
        Polygon polygon = FACTORY.createPolygon(
                closed.getFirst(), closed.subList(1, closed.size()).toArray(LinearRing[]::new));
        TopologyValidationError error = new IsValidOp(polygon).getValidationError();
        if (error != null) {
            throw new InvalidShapeException(fault(error), error.getMessage());
        }
        return polygon;
    }

    private static LinearRing ring(List<Place> places) throws InvalidShapeException {
        if (places.isEmpty()) {
            throw new InvalidShapeException(Fault.RING_EMPTY, "a ring has places");
        }
        if (!places.getFirst().equals(places.getLast())) {
            throw new InvalidShapeException(Fault.RING_OPEN, "a ring ends where it begins");
        }
        if (places.size() < RING_PLACES_MIN || places.stream().distinct().count() < RING_PLACES_MIN - 1) {
            throw new InvalidShapeException(Fault.RING_TOO_SHORT, "a ring has at least three different places");
        }
        return FACTORY.createLinearRing(coordinates(places));
    }

    private static Fault fault(TopologyValidationError error) {
        return switch (error.getErrorType()) {
            case TopologyValidationError.HOLE_OUTSIDE_SHELL -> Fault.HOLE_OUTSIDE;
            case TopologyValidationError.NESTED_HOLES -> Fault.HOLES_NESTED;
            case TopologyValidationError.RING_SELF_INTERSECTION -> Fault.RING_INVALID;
            case TopologyValidationError.TOO_FEW_POINTS -> Fault.RING_TOO_SHORT;
            default -> Fault.RINGS_CROSS;
        };
    }

    private static Coordinate coordinate(Place place) {
        return new Coordinate(place.x, place.y);
    }

    private static Coordinate[] coordinates(List<Place> places) {
        return places.stream().map(PlaneGeometry::coordinate).toArray(Coordinate[]::new);
    }

    /** Returns the least distance between the two; 0 where they meet. */
    public double distanceTo(PlaneGeometry other) {
        return geometry.distance(other.geometry);
    }

    /** Returns whether all of the other lies within this one; a border belongs to its geometry. */
    public boolean contains(PlaneGeometry other) {
        return geometry.covers(other.geometry);
    }

    /** Returns whether the two have a place in common. */
    public boolean intersects(PlaneGeometry other) {
        return geometry.intersects(other.geometry);
    }

    /** Returns the area of the polygons. */
    public double area() {
        return geometry.getArea();
    }
}
