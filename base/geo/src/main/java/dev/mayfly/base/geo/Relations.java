package dev.mayfly.base.geo;

import com.google.common.geometry.S2Cell;
import com.google.common.geometry.S2EdgeUtil;
import com.google.common.geometry.S2Loop;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Polygon;
import com.google.common.geometry.S2Polyline;
import java.util.ArrayList;
import java.util.List;

/** How single polygons, lines and points on the sphere lie to each other. Edges and corners belong to their polygon. */
final class Relations {
    /** Parts of a line shorter than this lie outside of a polygon by rounding alone; in radians. */
    private static final double ROUNDING = 1e-12;

    private Relations() {}

    static boolean contains(S2Polygon polygon, S2Point point) {
        return polygon.contains(point) || polygon.mayIntersect(new S2Cell(point));
    }

    static boolean contains(S2Polygon polygon, S2Polyline line) {
        for (S2Point vertex : vertices(line)) {
            if (!contains(polygon, vertex)) {
                return false;
            }
        }
        for (S2Polyline outside : polygon.subtractFromPolyline(line)) {
            if (outside.getArclengthAngle().radians() > ROUNDING) {
                return false;
            }
        }
        return true;
    }

    static boolean intersects(S2Polygon polygon, S2Polyline line) {
        for (S2Point vertex : vertices(line)) {
            if (contains(polygon, vertex)) {
                return true;
            }
        }
        for (int at = 0; at < polygon.numLoops(); at++) {
            if (border(polygon.loop(at)).intersects(line)) {
                return true;
            }
        }
        return false;
    }

    private static List<S2Point> vertices(S2Polyline line) {
        List<S2Point> vertices = new ArrayList<>(line.numVertices());
        for (int at = 0; at < line.numVertices(); at++) {
            vertices.add(line.vertex(at));
        }
        return vertices;
    }

    private static S2Polyline border(S2Loop loop) {
        List<S2Point> vertices = new ArrayList<>(loop.numVertices() + 1);
        for (int at = 0; at <= loop.numVertices(); at++) {
            vertices.add(loop.vertex(at));
        }
        return new S2Polyline(vertices);
    }

    static boolean cross(S2Point a, S2Point b, S2Point c, S2Point d) {
        return S2EdgeUtil.simpleCrossing(a, b, c, d);
    }

    static double radians(S2Polyline line, S2Point place) {
        return line.numVertices() == 1 ? place.angle(line.vertex(0)) : radians(vertices(line), place);
    }

    /** Returns 0 inside. */
    static double radians(S2Polygon polygon, S2Point place) {
        if (polygon.contains(place)) {
            return 0;
        }
        double least = Math.PI;
        for (int at = 0; at < polygon.numLoops(); at++) {
            least = Math.min(least, radians(vertices(border(polygon.loop(at))), place));
        }
        return least;
    }

    private static double radians(List<S2Point> chain, S2Point place) {
        double least = Math.PI;
        for (int at = 1; at < chain.size(); at++) {
            least = Math.min(
                    least,
                    S2EdgeUtil.getDistance(place, chain.get(at - 1), chain.get(at))
                            .radians());
        }
        return least;
    }
}
