package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.geo.InvalidShapeException;
import dev.mayfly.base.geo.PlaneGeometry.Place;
import dev.mayfly.base.geo.SphereGeometry;
import dev.mayfly.base.geo.SphereLoop;
import dev.mayfly.base.geo.SpherePoint;
import dev.mayfly.base.geo.SphereRegion;
import dev.mayfly.face.cosmos.language.function.GeoJsonShape.MalformedException;
import java.util.ArrayList;
import java.util.List;

/**
 * A geometry on the sphere.
 *
 * @param geometry all of its parts
 * @param region what it encloses: of a polygon of one ring what lies to the left of it
 */
record SphereValue(SphereGeometry geometry, SphereRegion region) implements SpatialValue {
    /** The mean radius of the earth, in metres. */
    static final double EARTH_METERS = 6_371_008.8;

    static SphereValue of(GeoJsonShape shape) throws MalformedException, InvalidShapeException {
        SphereGeometry.Builder built = SphereGeometry.builder();
        switch (shape) {
            case GeoJsonShape.Point point -> built.point(place(point.place()));
            case GeoJsonShape.Line line -> built.line(places(line.places()));
            case GeoJsonShape.Polygon polygon -> {
                List<List<SpherePoint>> rings = rings(polygon.rings());
                SphereGeometry geometry = built.polygon(rings).build();
                return new SphereValue(geometry, rings.size() == 1 ? SphereLoop.of(rings) : geometry);
            }
            case GeoJsonShape.MultiPolygon polygons -> {
                for (List<List<Place>> polygon : polygons.polygons()) {
                    built.polygon(rings(polygon));
                }
            }
        }
        SphereGeometry geometry = built.build();
        return new SphereValue(geometry, geometry);
    }

    private static SpherePoint place(Place place) throws MalformedException {
        if (!(Math.abs(place.y()) <= 90)) {
            throw new MalformedException("Latitude values must be between -90 and 90 degrees.");
        }
        if (!(Math.abs(place.x()) <= 180)) {
            throw new MalformedException("Longitude values must be between -180 and 180 degrees.");
        }
        return new SpherePoint(place.x(), place.y());
    }

    private static List<SpherePoint> places(List<Place> places) throws MalformedException {
        List<SpherePoint> points = new ArrayList<>(places.size());
        for (Place place : places) {
            points.add(place(place));
        }
        return points;
    }

    private static List<List<SpherePoint>> rings(List<List<Place>> rings) throws MalformedException {
        List<List<SpherePoint>> all = new ArrayList<>(rings.size());
        for (List<Place> ring : rings) {
            all.add(places(ring));
        }
        return all;
    }

    private static SphereValue spherical(SpatialValue value) {
        return (SphereValue) value;
    }

    @Override
    public double distanceTo(SpatialValue other) {
        return geometry.radiansTo(spherical(other).geometry) * EARTH_METERS;
    }

    @Override
    public boolean isWithin(SpatialValue other) {
        return spherical(other).region.contains(geometry);
    }

    @Override
    public boolean intersects(SpatialValue other) {
        return spherical(other).region.intersects(geometry);
    }

    @Override
    public double area() {
        return geometry.area() * EARTH_METERS * EARTH_METERS;
    }
}
