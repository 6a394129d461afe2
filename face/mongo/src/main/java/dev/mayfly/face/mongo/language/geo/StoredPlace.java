package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.geo.SphereGeometry;
import org.jspecify.annotations.Nullable;

/**
 * A place as a document holds it.
 *
 * @param point its coordinates if it is a single point, else null
 * @param geometry the place on the sphere, or null if its coordinates are no degrees
 */
public record StoredPlace(
        @Nullable FlatPoint point, @Nullable SphereGeometry geometry) {
    /** Reads a legacy pair of coordinates, or GeoJSON. */
    public static StoredPlace read(View value) throws MalformedPlaceException {
        if (!FlatPoint.isNested(value)) {
            throw new MalformedPlaceException("geo element must be an array or object: " + GeoJsonReader.text(value));
        }
        return isLegacy(value) ? legacy(value) : GeoJsonReader.stored(value);
    }

    /** As above, or null if the value is no place. */
    public static @Nullable StoredPlace readOrNull(View value) {
        try {
            return FlatPoint.isNested(value) ? read(value) : null;
        } catch (MalformedPlaceException _) {
            return null;
        }
    }

    static boolean isLegacy(View value) {
        if (value.type() == ValueType.ARRAY) {
            return true;
        }
        View.Fields fields = value.fields();
        return fields.next() && fields.value().type().isNumber();
    }

    private static StoredPlace legacy(View value) throws MalformedPlaceException {
        return of(FlatPoint.read(value, true));
    }

    static StoredPlace of(FlatPoint point) {
        return new StoredPlace(point, point.isOnSphere() ? SphereGeometry.of(point.onSphere()) : null);
    }
}
