package dev.mayfly.base.geo;

/** All that lies within a distance of a place on the plane. */
public record PlaneCircle(double x, double y, double radius) implements PlaneRegion {
    /** Straight above, below or beside the centre, places are compared with the edge, where a difference would be rounded. */
    @Override
    public boolean contains(double otherX, double otherY) {
        if (x == otherX) {
            return y - radius <= otherY && otherY <= y + radius;
        }
        if (y == otherY) {
            return x - radius <= otherX && otherX <= x + radius;
        }
        return Math.hypot(x - otherX, y - otherY) <= radius;
    }

    @Override
    public PlaneBox bounds() {
        return PlaneBox.around(x, y, radius);
    }
}
