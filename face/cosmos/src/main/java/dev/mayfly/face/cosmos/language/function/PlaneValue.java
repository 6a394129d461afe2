package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.geo.InvalidShapeException;
import dev.mayfly.base.geo.PlaneGeometry;

/** A geometry on the plane. */
record PlaneValue(PlaneGeometry geometry) implements SpatialValue {
    static PlaneValue of(GeoJsonShape shape) throws InvalidShapeException {
        return new PlaneValue(
                switch (shape) {
                    case GeoJsonShape.Point point -> PlaneGeometry.point(point.place());
                    case GeoJsonShape.Line line -> PlaneGeometry.line(line.places());
                    case GeoJsonShape.Polygon polygon -> PlaneGeometry.polygon(polygon.rings());
                    case GeoJsonShape.MultiPolygon polygons -> PlaneGeometry.polygons(polygons.polygons());
                });
    }

    private static PlaneGeometry planar(SpatialValue value) {
        return ((PlaneValue) value).geometry;
    }

    @Override
    public double distanceTo(SpatialValue other) {
        return geometry.distanceTo(planar(other));
    }

    @Override
    public boolean isWithin(SpatialValue other) {
        return planar(other).contains(geometry);
    }

    @Override
    public boolean intersects(SpatialValue other) {
        return geometry.intersects(planar(other));
    }

    @Override
    public double area() {
        return geometry.area();
    }
}
