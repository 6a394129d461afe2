package dev.mayfly.base.geo;

import com.google.common.geometry.S2Point;

/**
 * All that lies within an angle of a place on the sphere.
 *
 * @param radians the angle; from pi on, the cap is the whole sphere
 */
public record SphereCap(SpherePoint center, double radians) implements SphereRegion {
    /** About a hundredth of a millimetre on the earth, by which rounding may miss. */
    private static final double ROUNDING = 1e-12;

    /*
     * A geometry lies within the cap if it lies nowhere within the cap around the opposite place that takes the rest of
     * the sphere. Thus the least distance answers both questions, for caps of any size.
     */
    @Override
    public boolean contains(SphereGeometry geometry) {
        if (geometry.isPoint()) {
            return intersects(geometry);
        }
        S2Point opposite = S2Point.neg(center.vector());
        return radians >= Math.PI || geometry.radiansFrom(opposite) >= Math.PI - radians - ROUNDING;
    }

    @Override
    public boolean intersects(SphereGeometry geometry) {
        return geometry.radiansFrom(center.vector()) <= radians + ROUNDING;
    }
}
