package dev.mayfly.base.geo;

import com.google.common.geometry.S2Cell;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Polygon;
import com.google.common.geometry.S2Polyline;
import dev.mayfly.base.geo.InvalidShapeException.Fault;
import java.util.ArrayList;
import java.util.List;

/** Points, lines and polygons on the sphere, taken together as one geometry. Immutable and safe for concurrent use. */
public final class SphereGeometry implements SphereRegion {
    private final List<S2Point> points;
    private final List<S2Polyline> lines;
    private final List<S2Polygon> polygons;

    private SphereGeometry(Builder builder) {
        this.points = List.copyOf(builder.points);
        this.lines = List.copyOf(builder.lines);
        this.polygons = List.copyOf(builder.polygons);
    }

    /** Collects the parts of a geometry. */
    public static final class Builder {
        private final List<S2Point> points = new ArrayList<>();
        private final List<S2Polyline> lines = new ArrayList<>();
        private final List<S2Polygon> polygons = new ArrayList<>();

        public Builder point(SpherePoint point) {
            points.add(point.vector());
            return this;
        }

        /** @throws InvalidShapeException if the places are no line */
        public Builder line(List<SpherePoint> places) throws InvalidShapeException {
            List<S2Point> vertices = Rings.vertices(places);
            if (vertices.size() < 2) {
                throw new InvalidShapeException(Fault.LINE_TOO_SHORT, "a line has at least two places");
            }
            S2Polyline line = new S2Polyline(vertices);
            if (!line.isValid()) {
                throw new InvalidShapeException(Fault.LINE_INVALID, "two neighbours are opposite to each other");
            }
            lines.add(line);
            return this;
        }

        /**
         * Adds a polygon, which is what its first ring encloses, the smaller side of it, but for what the others do.
         *
         * @throws InvalidShapeException if the rings are no polygon
         */
        public Builder polygon(List<List<SpherePoint>> rings) throws InvalidShapeException {
            polygons.add(Rings.polygon(rings));
            return this;
        }

        public SphereGeometry build() {
            return new SphereGeometry(this);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    public static SphereGeometry of(SpherePoint point) {
        return builder().point(point).build();
    }

    /** Returns whether the geometry is one point and nothing else. */
    public boolean isPoint() {
        return points.size() == 1 && lines.isEmpty() && polygons.isEmpty();
    }

    /** Returns whether the geometry has an inside, so that it can contain others. */
    public boolean hasInside() {
        return !polygons.isEmpty();
    }

    @Override
    public boolean contains(SphereGeometry other) {
        return other.points.stream().allMatch(this::containsPoint)
                && other.lines.stream()
                        .allMatch(line -> polygons.stream().anyMatch(each -> Relations.contains(each, line)))
                && other.polygons.stream()
                        .allMatch(polygon -> polygons.stream().anyMatch(each -> each.contains(polygon)));
    }

    private boolean containsPoint(S2Point point) {
        for (int at = 0; at < polygons.size(); at++) {
            if (Relations.contains(polygons.get(at), point)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean intersects(SphereGeometry other) {
        return other.points.stream().anyMatch(this::meets)
                || other.lines.stream().anyMatch(this::meets)
                || other.polygons.stream().anyMatch(this::meets);
    }

    private boolean meets(S2Point point) {
        S2Cell cell = new S2Cell(point);
        return points.stream().anyMatch(each -> cell.id().equals(new S2Cell(each).id()))
                || lines.stream().anyMatch(each -> each.mayIntersect(cell))
                || containsPoint(point);
    }

    private boolean meets(S2Polyline line) {
        return points.stream().anyMatch(each -> line.mayIntersect(new S2Cell(each)))
                || lines.stream().anyMatch(each -> each.intersects(line))
                || polygons.stream().anyMatch(each -> Relations.intersects(each, line));
    }

    private boolean meets(S2Polygon polygon) {
        return points.stream().anyMatch(each -> Relations.contains(polygon, each))
                || lines.stream().anyMatch(each -> Relations.intersects(polygon, each))
                || polygons.stream().anyMatch(each -> each.intersects(polygon));
    }

    /** Returns the least angle between the geometry and the place, in radians. */
    public double radiansTo(SpherePoint place) {
        return radiansFrom(place.vector());
    }

    double radiansFrom(S2Point place) {
        double least = Double.POSITIVE_INFINITY;
        for (S2Point point : points) {
            least = Math.min(least, place.angle(point));
        }
        for (S2Polyline line : lines) {
            least = Math.min(least, Relations.radians(line, place));
        }
        for (S2Polygon polygon : polygons) {
            least = Math.min(least, Relations.radians(polygon, place));
        }
        return least;
    }

    /** Returns the least angle between the two, in radians: 0 where they meet, else that of a corner and a part. */
    public double radiansTo(SphereGeometry other) {
        return intersects(other) ? 0 : Math.min(radiansToCorners(other), other.radiansToCorners(this));
    }

    private double radiansToCorners(SphereGeometry other) {
        double least = Double.POSITIVE_INFINITY;
        for (S2Point point : other.points) {
            least = Math.min(least, radiansFrom(point));
        }
        for (S2Polyline line : other.lines) {
            for (int at = 0; at < line.numVertices(); at++) {
                least = Math.min(least, radiansFrom(line.vertex(at)));
            }
        }
        for (S2Polygon polygon : other.polygons) {
            for (int ring = 0; ring < polygon.numLoops(); ring++) {
                for (int at = 0; at < polygon.loop(ring).numVertices(); at++) {
                    least = Math.min(least, radiansFrom(polygon.loop(ring).vertex(at)));
                }
            }
        }
        return least;
    }

    /** Returns the area of the polygons, of a whole sphere of 4 pi. */
    public double area() {
        double area = 0;
        for (S2Polygon polygon : polygons) {
            area += polygon.getArea();
        }
        return area;
    }

    List<S2Point> points() {
        return points;
    }

    List<S2Polyline> lines() {
        return lines;
    }

    List<S2Polygon> polygons() {
        return polygons;
    }
}
