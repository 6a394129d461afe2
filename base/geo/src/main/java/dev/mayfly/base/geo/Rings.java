package dev.mayfly.base.geo;

import com.google.common.geometry.S2Loop;
import com.google.common.geometry.S2Point;
import com.google.common.geometry.S2Polygon;
import dev.mayfly.base.geo.InvalidShapeException.Fault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks rings of places on the sphere and makes polygons of them. */
final class Rings {
    private Rings() {}

    /** Returns the vectors of places, without those that repeat the one before. */
    static List<S2Point> vertices(List<SpherePoint> places) {
        List<S2Point> vertices = new ArrayList<>(places.size());
        for (SpherePoint place : places) {
            S2Point vector = place.vector();
            if (vertices.isEmpty() || !vertices.getLast().equals(vector)) {
                vertices.add(vector);
            }
        }
        return vertices;
    }

    /** Returns the loop of a closed ring, which encloses what lies to the left of it. */
    static S2Loop loop(List<SpherePoint> ring) throws InvalidShapeException {
        if (ring.isEmpty()) {
            throw new InvalidShapeException(Fault.RING_EMPTY, "a ring has places");
        }
        List<S2Point> vertices = vertices(ring);
        if (!ring.getFirst().vector().equals(ring.getLast().vector())) {
            throw new InvalidShapeException(Fault.RING_OPEN, "a ring ends where it begins");
        }
        vertices.removeLast();
        if (vertices.size() < 3) {
            throw new InvalidShapeException(Fault.RING_TOO_SHORT, "a ring has at least three different places");
        }
        S2Loop loop = new S2Loop(vertices);
        if (!loop.isValid()) {
            throw new InvalidShapeException(Fault.RING_INVALID, crossing(vertices));
        }
        return loop;
    }

    /** Says why the edges of a ring are no ring. */
    private static String crossing(List<S2Point> vertices) {
        int size = vertices.size();
        for (int one = 0; one < size; one++) {
            for (int other = one + 1; other < size; other++) {
                if (vertices.get(one).equals(vertices.get(other))) {
                    return "Duplicate vertices: " + one + " and " + other;
                }
            }
        }
        for (int one = 0; one < size; one++) {
            for (int other = one + 2; other < size; other++) {
                boolean apart = (other + 1) % size != one;
                if (apart
                        && Relations.cross(
                                vertices.get(one),
                                vertices.get(one + 1),
                                vertices.get(other),
                                vertices.get((other + 1) % size))) {
                    return "Edges " + one + " and " + other + " cross.";
                }
            }
        }
        return "The ring is not valid.";
    }

    static S2Polygon polygon(List<List<SpherePoint>> rings) throws InvalidShapeException {
        if (rings.isEmpty()) {
            throw new InvalidShapeException(Fault.NO_RINGS, "a polygon has at least one ring");
        }
        List<S2Loop> loops = new ArrayList<>(rings.size());
        for (List<SpherePoint> ring : rings) {
            S2Loop loop = loop(ring);
            loop.normalize();
            if (!loops.isEmpty() && !loops.getFirst().contains(loop)) {
                throw new InvalidShapeException(Fault.HOLE_OUTSIDE, "a hole lies within the first ring");
            }
            loops.add(loop);
        }
        if (loops.size() > 1) {
            checkHoles(loops);
        }
        return new S2Polygon(loops);
    }

    private static void checkHoles(List<S2Loop> loops) throws InvalidShapeException {
        List<S2Loop> copies = new ArrayList<>(loops.size());
        loops.forEach(loop -> copies.add(new S2Loop(loop)));
        if (!S2Polygon.isValid(copies)) {
            throw new InvalidShapeException(Fault.RINGS_CROSS, "two rings cross, or share an edge");
        }
        for (S2Loop hole : loops.subList(1, loops.size())) {
            if (shared(loops.getFirst(), hole) > 1) {
                throw new InvalidShapeException(Fault.CORNERS_SHARED, "a hole cuts its polygon");
            }
        }
        for (int one = 1; one < loops.size(); one++) {
            for (int other = 1; other < loops.size(); other++) {
                if (one != other && loops.get(one).contains(loops.get(other))) {
                    throw new InvalidShapeException(Fault.HOLES_NESTED, "a hole lies in another");
                }
            }
        }
    }

    private static int shared(S2Loop one, S2Loop other) {
        Set<S2Point> corners = new HashSet<>();
        for (int at = 0; at < one.numVertices(); at++) {
            corners.add(one.vertex(at));
        }
        int shared = 0;
        for (int at = 0; at < other.numVertices(); at++) {
            shared += corners.contains(other.vertex(at)) ? 1 : 0;
        }
        return shared;
    }
}
