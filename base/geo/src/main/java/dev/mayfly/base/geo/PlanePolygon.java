package dev.mayfly.base.geo;

/** What a ring of at least three corners on the plane encloses; the last corner is followed by the first. */
public final class PlanePolygon implements PlaneRegion {
    private final double[] xs;
    private final double[] ys;
    private final PlaneBox bounds;

    public PlanePolygon(double[] xs, double[] ys) {
        if (xs.length < 3 || xs.length != ys.length) {
            throw new IllegalArgumentException("a polygon has at least three corners");
        }
        this.xs = xs.clone();
        this.ys = ys.clone();
        this.bounds = boundsOf(xs, ys);
    }

    private static PlaneBox boundsOf(double[] xs, double[] ys) {
        PlaneBox box = PlaneBox.between(xs[0], ys[0], xs[1], ys[1]);
        for (int at = 2; at < xs.length; at++) {
            box = new PlaneBox(
                    Math.min(box.left(), xs[at]),
                    Math.min(box.bottom(), ys[at]),
                    Math.max(box.right(), xs[at]),
                    Math.max(box.top(), ys[at]));
        }
        return box;
    }

    /** Counts the edges that a ray to the right crosses; a place on an edge lies within. */
    @Override
    public boolean contains(double x, double y) {
        boolean inside = false;
        for (int at = 0; at < xs.length; at++) {
            int next = at + 1 == xs.length ? 0 : at + 1;
            if (isOnEdge(at, next, x, y)) {
                return true;
            }
            boolean spans = (ys[at] > y) != (ys[next] > y);
            if (spans && x < (xs[next] - xs[at]) * (y - ys[at]) / (ys[next] - ys[at]) + xs[at]) {
                inside = !inside;
            }
        }
        return inside;
    }

    private boolean isOnEdge(int at, int next, double x, double y) {
        double cross = (xs[next] - xs[at]) * (y - ys[at]) - (ys[next] - ys[at]) * (x - xs[at]);
        return cross == 0
                && Math.min(xs[at], xs[next]) <= x
                && x <= Math.max(xs[at], xs[next])
                && Math.min(ys[at], ys[next]) <= y
                && y <= Math.max(ys[at], ys[next]);
    }

    @Override
    public PlaneBox bounds() {
        return bounds;
    }
}
