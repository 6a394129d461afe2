package dev.mayfly.base.geo;

/** A rectangle along the axes, edges included. */
public record PlaneBox(double left, double bottom, double right, double top) implements PlaneRegion {
    /** Returns the rectangle that has these two corners, whichever they are. */
    public static PlaneBox between(double x, double y, double otherX, double otherY) {
        return new PlaneBox(Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY));
    }

    /** Returns the square around a place. */
    public static PlaneBox around(double x, double y, double distance) {
        return new PlaneBox(x - distance, y - distance, x + distance, y + distance);
    }

    @Override
    public boolean contains(double x, double y) {
        return left <= x && x <= right && bottom <= y && y <= top;
    }

    @Override
    public PlaneBox bounds() {
        return this;
    }

    /** Returns the greatest distance between a place and the rectangle. */
    double farthest(double x, double y) {
        return Math.hypot(
                Math.max(Math.abs(left - x), Math.abs(right - x)), Math.max(Math.abs(bottom - y), Math.abs(top - y)));
    }
}
