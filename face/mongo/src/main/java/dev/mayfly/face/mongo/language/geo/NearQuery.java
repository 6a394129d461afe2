package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.geo.SphereGeometry;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the places around one, the nearest first.
 *
 * @param path of the places
 * @param center where the distance is counted from
 * @param measure how it is counted
 * @param least the least distance wanted
 * @param most the greatest
 */
public record NearQuery(FieldPath path, FlatPoint center, Measure measure, double least, double most) {
    /** The mean radius that MongoDB gives the earth, in meters. */
    public static final double EARTH_METERS = 6_378_100;

    /** How a distance is counted. */
    public enum Measure {
        /** On the plane, in the unit of the coordinates. */
        PLANE,
        /** On the sphere, by its angle in radians. */
        RADIANS,
        /** On the earth, in meters. */
        METERS
    }

    /** The place of a document that is nearest, and its distance. */
    public record Nearest(double distance, View place) {}

    /** Returns the nearest place of a document, however far it is, or null if it has none. */
    public @Nullable Nearest nearest(View document) {
        Nearest nearest = null;
        for (View value : PlacePaths.places(document, path)) {
            StoredPlace place = StoredPlace.readOrNull(value);
            double distance = place == null ? Double.NaN : distance(place);
            if (!Double.isNaN(distance) && (nearest == null || distance < nearest.distance)) {
                nearest = new Nearest(distance, value);
            }
        }
        return nearest;
    }

    private double distance(StoredPlace place) {
        if (measure == Measure.PLANE) {
            FlatPoint point = place.point();
            return point == null ? Double.NaN : center.distanceTo(point);
        }
        SphereGeometry geometry = place.geometry();
        if (geometry == null) {
            return Double.NaN;
        }
        double radians = geometry.radiansTo(center.onSphere());
        return measure == Measure.METERS ? radians * EARTH_METERS : radians;
    }

    /** Returns whether the distance is one that is wanted. */
    public boolean wants(double distance) {
        return least <= distance && distance <= most;
    }

    public boolean isOnSphere() {
        return measure != Measure.PLANE;
    }

    /** Returns a distance as an angle. */
    double radians(double distance) {
        return measure == Measure.METERS ? distance / EARTH_METERS : distance;
    }
}
