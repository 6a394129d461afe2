package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.geo.PlaneGeometry.Place;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.ArrayList;
import java.util.List;

/** A geometry as GeoJSON writes it, before anything is known of how its places lie. */
sealed interface GeoJsonShape {
    record Point(Place place) implements GeoJsonShape {}

    record Line(List<Place> places) implements GeoJsonShape {}

    record Polygon(List<List<Place>> rings) implements GeoJsonShape {}

    record MultiPolygon(List<List<List<Place>>> polygons) implements GeoJsonShape {}

    /** A value that is no geometry, with the reason. */
    final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedException(String reason) {
            super(reason, null, false, false);
        }
    }

    static GeoJsonShape of(SqlValue value) throws MalformedException {
        if (!(value instanceof SqlObject object)) {
            throw new MalformedException("The geometry must be a GeoJSON object.");
        }
        if (!(object.field("type") instanceof SqlString type)) {
            throw new MalformedException("The geometry has no 'type'.");
        }
        if (!(object.field("coordinates") instanceof SqlArray coordinates)) {
            throw new MalformedException("The geometry has no 'coordinates'.");
        }
        return switch (type.stringValue()) {
            case "Point" -> new Point(place(coordinates));
            case "LineString" -> new Line(places(coordinates));
            case "Polygon" -> new Polygon(rings(coordinates));
            case "MultiPolygon" -> {
                List<List<List<Place>>> polygons = new ArrayList<>(coordinates.size());
                for (SqlValue polygon : coordinates) {
                    polygons.add(rings(array(polygon)));
                }
                yield new MultiPolygon(polygons);
            }
            default -> throw new MalformedException("The type '" + type.stringValue() + "' is not one of a geometry.");
        };
    }

    private static SqlArray array(SqlValue value) throws MalformedException {
        if (value instanceof SqlArray array) {
            return array;
        }
        throw new MalformedException("The coordinates are not nested as the type demands.");
    }

    private static Place place(SqlArray position) throws MalformedException {
        boolean arePair = position.size() >= 2
                && position.element(0) instanceof SqlNumber
                && position.element(1) instanceof SqlNumber;
        if (!arePair) {
            throw new MalformedException("A position must have at least two numbers.");
        }
        double x = ((SqlNumber) position.element(0)).doubleValue();
        double y = ((SqlNumber) position.element(1)).doubleValue();
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            throw new MalformedException("A position must have at least two numbers.");
        }
        return new Place(x, y);
    }

    private static List<Place> places(SqlArray positions) throws MalformedException {
        List<Place> places = new ArrayList<>(positions.size());
        for (SqlValue position : positions) {
            places.add(place(array(position)));
        }
        return places;
    }

    private static List<List<Place>> rings(SqlArray coordinates) throws MalformedException {
        List<List<Place>> rings = new ArrayList<>(coordinates.size());
        for (SqlValue ring : coordinates) {
            rings.add(places(array(ring)));
        }
        return rings;
    }
}
