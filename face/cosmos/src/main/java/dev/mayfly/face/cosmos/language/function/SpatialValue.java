package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.geo.InvalidShapeException;
import dev.mayfly.face.cosmos.language.function.GeoJsonShape.MalformedException;
import dev.mayfly.face.cosmos.language.value.SqlValue;

/** A value that is a geometry. The two of a question are both on the sphere or both on the plane, as their container says. */
sealed interface SpatialValue permits SphereValue, PlaneValue {
    /** Returns the least distance, in metres on the sphere and in the units of the coordinates on the plane. */
    double distanceTo(SpatialValue other);

    boolean isWithin(SpatialValue other);

    boolean intersects(SpatialValue other);

    double area();

    static SpatialValue of(SqlValue value, SearchSettings settings) throws MalformedException {
        GeoJsonShape shape = GeoJsonShape.of(value);
        try {
            return settings.isPlanar() ? PlaneValue.of(shape) : SphereValue.of(shape);
        } catch (InvalidShapeException fault) {
            throw new MalformedException(reason(fault));
        }
    }

    private static String reason(InvalidShapeException fault) {
        return switch (fault.fault()) {
            case LINE_TOO_SHORT -> "The line must have at least two different positions.";
            case LINE_INVALID -> "Two neighbouring positions of the line are opposite to each other.";
            case RING_EMPTY, NO_RINGS -> "The polygon has no positions.";
            case RING_OPEN ->
                "The Polygon input is not valid because the start and end points of the ring number 1 are not the same."
                        + " Each ring of a polygon must have the same start and end points.";
            case RING_TOO_SHORT -> "Each ring of a polygon must have at least three different positions.";
            case RING_INVALID -> "A ring of the polygon crosses itself.";
            case HOLE_OUTSIDE -> "A ring after the first must lie within it.";
            case RINGS_CROSS, CORNERS_SHARED, SEVERAL_RINGS, HOLES_NESTED ->
                "The rings of the polygon cross each other.";
        };
    }
}
