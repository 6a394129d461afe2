package dev.mayfly.base.geo;

import com.google.common.geometry.S2LatLng;
import com.google.common.geometry.S2Point;

/** A place on the sphere, in degrees. */
public record SpherePoint(double longitude, double latitude) {
    /** Returns whether these are degrees of a place on the sphere. */
    public static boolean isValid(double longitude, double latitude) {
        return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
    }

    /** Returns the angle between the two, in radians. */
    public double radiansTo(SpherePoint other) {
        return vector().angle(other.vector());
    }

    S2Point vector() {
        return S2LatLng.fromDegrees(latitude, longitude).normalized().toPoint();
    }
}
