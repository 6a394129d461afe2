package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.geo.SpherePoint;

/** Two coordinates; where they are degrees, the longitude comes first. */
public record FlatPoint(double x, double y) {
    /**
     * Reads the first two values of an array or an object.
     *
     * @param mayHaveMore whether others may follow
     */
    static FlatPoint read(View value, boolean mayHaveMore) throws MalformedPlaceException {
        if (!isNested(value)) {
            throw new MalformedPlaceException("Point must be an array or object");
        }
        View.Fields fields = value.fields();
        double x = number(fields);
        double y = number(fields);
        if (!mayHaveMore && fields.next()) {
            throw new MalformedPlaceException("Point must only contain two numeric elements");
        }
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            throw new MalformedPlaceException("Point coordinates must be finite numbers");
        }
        return new FlatPoint(x, y);
    }

    private static double number(View.Fields fields) throws MalformedPlaceException {
        if (!fields.next() || !fields.value().type().isNumber()) {
            throw new MalformedPlaceException("Point must only contain numeric elements");
        }
        return fields.value().doubleValue();
    }

    static boolean isNested(View value) {
        return value.type() == ValueType.OBJECT || value.type() == ValueType.ARRAY;
    }

    /** Returns whether these are degrees. */
    boolean isOnSphere() {
        return SpherePoint.isValid(x, y);
    }

    SpherePoint onSphere() {
        return new SpherePoint(x, y);
    }

    SpherePoint requireOnSphere() throws MalformedPlaceException {
        if (!isOnSphere()) {
            throw new MalformedPlaceException(
                    "longitude/latitude is out of bounds, lng: " + text(x) + " lat: " + text(y));
        }
        return onSphere();
    }

    private static String text(double coordinate) {
        return coordinate == Math.rint(coordinate) && Math.abs(coordinate) < 1e6
                ? Long.toString((long) coordinate)
                : Double.toString(coordinate);
    }

    double distanceTo(FlatPoint other) {
        return Math.hypot(x - other.x, y - other.y);
    }
}
