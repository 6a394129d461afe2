package dev.mayfly.base.geo;

import com.google.common.geometry.S2Loop;
import com.google.common.geometry.S2Polygon;
import dev.mayfly.base.geo.InvalidShapeException.Fault;
import java.util.List;

/**
 * What lies to the left of one ring, which may be more than half of the sphere. Immutable and safe for concurrent use.
 */
public final class SphereLoop implements SphereRegion {
    /** The side of the ring that is smaller than half of the sphere. */
    private final S2Polygon smaller;

    private final boolean isLarger;

    private SphereLoop(S2Polygon smaller, boolean isLarger) {
        this.smaller = smaller;
        this.isLarger = isLarger;
    }

    /** @throws InvalidShapeException if there is not one valid ring */
    public static SphereLoop of(List<List<SpherePoint>> rings) throws InvalidShapeException {
        if (rings.size() != 1) {
            throw new InvalidShapeException(Fault.SEVERAL_RINGS, "one ring is allowed");
        }
        S2Loop loop = Rings.loop(rings.getFirst());
        boolean isLarger = !loop.isNormalized();
        if (isLarger) {
            loop.invert();
        }
        return new SphereLoop(new S2Polygon(loop), isLarger);
    }

    /** Returns whether the region is the outside of its polygon. */
    boolean isLarger() {
        return isLarger;
    }

    S2Polygon smaller() {
        return smaller;
    }

    @Override
    public boolean contains(SphereGeometry geometry) {
        if (isLarger) {
            return geometry.points().stream().noneMatch(smaller::contains)
                    && geometry.lines().stream().noneMatch(line -> Relations.intersects(smaller, line))
                    && geometry.polygons().stream().noneMatch(smaller::intersects);
        }
        return geometry.points().stream().allMatch(point -> Relations.contains(smaller, point))
                && geometry.lines().stream().allMatch(line -> Relations.contains(smaller, line))
                && geometry.polygons().stream().allMatch(smaller::contains);
    }

    @Override
    public boolean intersects(SphereGeometry geometry) {
        if (isLarger) {
            return geometry.points().stream().anyMatch(point -> !smaller.contains(point))
                    || geometry.lines().stream().anyMatch(line -> !Relations.contains(smaller, line))
                    || geometry.polygons().stream().anyMatch(polygon -> !smaller.contains(polygon));
        }
        return geometry.points().stream().anyMatch(point -> Relations.contains(smaller, point))
                || geometry.lines().stream().anyMatch(line -> Relations.intersects(smaller, line))
                || geometry.polygons().stream().anyMatch(smaller::intersects);
    }
}
