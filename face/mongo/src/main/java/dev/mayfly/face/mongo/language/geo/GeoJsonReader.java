package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.geo.InvalidShapeException;
import dev.mayfly.base.geo.SphereGeometry;
import dev.mayfly.base.geo.SphereLoop;
import dev.mayfly.base.geo.SpherePoint;
import dev.mayfly.base.geo.SphereRegion;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads GeoJSON as MongoDB does, and refuses in its words what is malformed. */
final class GeoJsonReader {
    private static final String CRS84 = "urn:ogc:def:crs:OGC:1.3:CRS84";
    private static final String EPSG_4326 = "EPSG:4326";
    private static final String STRICT_WINDING = "urn:x-mongodb:crs:strictwinding:EPSG:4326";
    private static final String COORDINATES = "coordinates";

    private final SphereGeometry.Builder built = SphereGeometry.builder();

    private GeoJsonReader() {}

    static String text(@Nullable View value) {
        return value == null ? "EOO" : ShellText.of(value.toBsonValue());
    }

    static StoredPlace stored(View object) throws MalformedPlaceException {
        if (type(object).equals("Point")) {
            return new StoredPlace(
                    point(object), SphereGeometry.of(point(object).onSphere()));
        }
        if (type(object).equals("Polygon") && isStrict(object)) {
            throw new MalformedPlaceException("can't index geometry with strict winding order");
        }
        return new StoredPlace(null, geometry(object));
    }

    /** Returns the region that a query asks for, which may be a polygon with the inside to its left. */
    static SphereRegion asked(View object) throws MalformedPlaceException {
        return type(object).equals("Polygon") && isStrict(object) ? loop(object) : geometry(object);
    }

    private static SphereLoop loop(View object) throws MalformedPlaceException {
        View coordinates = object.field(COORDINATES);
        if (coordinates == null || coordinates.type() != ValueType.ARRAY) {
            throw new MalformedPlaceException("Coordinates of polygon must be an array");
        }
        if (size(coordinates) != 1) {
            throw new MalformedPlaceException("Only one simple loop is allowed in a big polygon: " + text(coordinates));
        }
        List<List<SpherePoint>> rings = List.of(places(coordinates.element(0)));
        try {
            return SphereLoop.of(rings);
        } catch (InvalidShapeException fault) {
            throw refused(fault, coordinates, coordinates);
        }
    }

    static SphereGeometry geometry(View object) throws MalformedPlaceException {
        GeoJsonReader reader = new GeoJsonReader();
        reader.add(object, true);
        return reader.built.build();
    }

    /** Returns whether a place is neither several ones nor a collection. */
    static boolean isSimple(View place) {
        String type = place.type() == ValueType.OBJECT ? type(place) : "";
        return !type.startsWith("Multi") && !type.equals("GeometryCollection");
    }

    private static String type(View object) {
        View type = object.field("type");
        return type != null && type.type() == ValueType.STRING ? type.stringValue() : "";
    }

    private void add(View object, boolean mayBeCollection) throws MalformedPlaceException {
        String type = type(object);
        View coordinates = object.field(COORDINATES);
        switch (type) {
            case "Point" -> built.point(point(object).onSphere());
            case "LineString" -> {
                checkReference(object);
                line(coordinates);
            }
            case "Polygon" -> {
                if (isStrict(object)) {
                    throw new MalformedPlaceException("Strict winding order is only supported by polygon");
                }
                polygon(coordinates);
            }
            case "MultiPoint" -> {
                checkReference(object);
                points(coordinates);
            }
            case "MultiLineString" -> {
                checkReference(object);
                for (View each : elements(coordinates, type)) {
                    line(each);
                }
            }
            case "MultiPolygon" -> {
                checkReference(object);
                for (View each : elements(coordinates, type)) {
                    polygon(each);
                }
            }
            case "GeometryCollection" -> {
                if (!mayBeCollection) {
                    throw new MalformedPlaceException("GeometryCollections cannot be nested: " + text(object));
                }
                collection(object.field("geometries"));
            }
            default ->
                throw new MalformedPlaceException(
                        (mayBeCollection ? "unknown GeoJSON type: " : "Unknown GeoJSON type: ") + text(object));
        }
    }

    private void collection(@Nullable View geometries) throws MalformedPlaceException {
        if (geometries == null || geometries.type() != ValueType.ARRAY) {
            throw new MalformedPlaceException("GeometryCollection geometries must be an array");
        }
        int at = 0;
        for (View.Fields each = geometries.fields(); each.next(); at++) {
            if (each.value().type() != ValueType.OBJECT) {
                throw new MalformedPlaceException("Element " + at + " of \"geometries\" is not an object");
            }
            add(each.value(), false);
        }
        if (at == 0) {
            throw new MalformedPlaceException("GeometryCollection geometries must have at least 1 element");
        }
    }

    private static List<View> elements(@Nullable View coordinates, String type) throws MalformedPlaceException {
        if (coordinates == null || coordinates.type() != ValueType.ARRAY) {
            throw new MalformedPlaceException(type + " coordinates must be an array");
        }
        List<View> elements = new ArrayList<>();
        for (View.Fields each = coordinates.fields(); each.next(); ) {
            elements.add(each.value());
        }
        if (elements.isEmpty()) {
            throw new MalformedPlaceException(type + " coordinates must have at least 1 element");
        }
        return elements;
    }

    /** Reads the coordinates of a point, of which only the first two count. */
    private static FlatPoint point(View object) throws MalformedPlaceException {
        checkReference(object);
        View coordinates = object.field(COORDINATES);
        if (coordinates == null) {
            throw new MalformedPlaceException("Point must be an array or object");
        }
        FlatPoint point = FlatPoint.read(coordinates, true);
        point.requireOnSphere();
        return point;
    }

    private void points(@Nullable View coordinates) throws MalformedPlaceException {
        List<SpherePoint> places = places(coordinates);
        if (places.isEmpty()) {
            throw new MalformedPlaceException("MultiPoint coordinates must have at least 1 element");
        }
        places.forEach(built::point);
    }

    private void line(@Nullable View coordinates) throws MalformedPlaceException {
        try {
            built.line(places(coordinates));
        } catch (InvalidShapeException fault) {
            throw new MalformedPlaceException(
                    fault.fault() == InvalidShapeException.Fault.LINE_TOO_SHORT
                            ? "GeoJSON LineString must have at least 2 vertices: " + text(coordinates)
                            : "GeoJSON LineString is not valid: " + fault.getMessage() + " " + text(coordinates));
        }
    }

    private void polygon(@Nullable View coordinates) throws MalformedPlaceException {
        if (coordinates == null || coordinates.type() != ValueType.ARRAY) {
            throw new MalformedPlaceException("Polygon coordinates must be an array");
        }
        List<List<SpherePoint>> rings = new ArrayList<>();
        for (View.Fields each = coordinates.fields(); each.next(); ) {
            rings.add(places(each.value()));
            try {
                // Ring after ring, so that the first that is wrong is named.
                SphereGeometry.builder().polygon(List.of(rings.getLast()));
            } catch (InvalidShapeException fault) {
                throw refused(fault, each.value(), coordinates);
            }
        }
        try {
            built.polygon(rings);
        } catch (InvalidShapeException fault) {
            throw refused(fault, coordinates, coordinates);
        }
    }

    private static MalformedPlaceException refused(InvalidShapeException fault, View ring, View polygon) {
        return new MalformedPlaceException(
                switch (fault.fault()) {
                    case RING_EMPTY -> "Loop has no vertices: " + text(ring);
                    case RING_OPEN -> "Loop is not closed: " + text(ring);
                    case RING_TOO_SHORT -> "Loop must have at least 3 different vertices: " + text(ring);
                    case RING_INVALID, LINE_TOO_SHORT, LINE_INVALID ->
                        "Loop is not valid: " + text(ring) + " " + fault.getMessage();
                    case HOLE_OUTSIDE ->
                        "Secondary loops not contained by first exterior loop - secondary loops must be holes: "
                                + text(ring) + " first loop: " + text(polygon.element(0));
                    case CORNERS_SHARED ->
                        "Loop 1 shares more than one vertex with its parent loop 0: " + text(polygon);
                    case RINGS_CROSS -> "Polygon isn't valid: " + fault.getMessage() + " " + text(polygon);
                    case NO_RINGS -> "Polygon has no loops.";
                    case SEVERAL_RINGS -> "Only one simple loop is allowed in a big polygon: " + text(polygon);
                    case HOLES_NESTED -> "Polygon interior loops cannot be nested: " + text(polygon);
                });
    }

    private static List<SpherePoint> places(@Nullable View coordinates) throws MalformedPlaceException {
        if (coordinates == null || coordinates.type() != ValueType.ARRAY) {
            throw new MalformedPlaceException("GeoJSON coordinates must be an array of coordinates");
        }
        List<SpherePoint> places = new ArrayList<>();
        for (View.Fields each = coordinates.fields(); each.next(); ) {
            if (each.value().type() != ValueType.ARRAY) {
                throw new MalformedPlaceException("GeoJSON coordinates must be an array");
            }
            places.add(FlatPoint.read(each.value(), true).requireOnSphere());
        }
        return places;
    }

    private static int size(View array) {
        int size = 0;
        for (View.Fields each = array.fields(); each.next(); ) {
            size++;
        }
        return size;
    }

    private static void checkReference(View object) throws MalformedPlaceException {
        if (isStrict(object)) {
            throw new MalformedPlaceException("Strict winding order is only supported by polygon");
        }
    }

    /** Returns whether the inside of a ring is what lies to its left, and not the smaller side. */
    private static boolean isStrict(View object) throws MalformedPlaceException {
        View reference = object.field("crs");
        if (reference == null) {
            return false;
        }
        if (!FlatPoint.isNested(reference)) {
            throw new MalformedPlaceException("GeoJSON CRS must be an object");
        }
        if (reference.type() != ValueType.OBJECT || !type(reference).equals("name")) {
            throw new MalformedPlaceException("GeoJSON CRS must have field \"type\": \"name\"");
        }
        View properties = reference.field("properties");
        if (properties == null || properties.type() != ValueType.OBJECT) {
            throw new MalformedPlaceException("CRS must have field \"properties\" which is an object");
        }
        View name = properties.field("name");
        if (name == null || name.type() != ValueType.STRING) {
            throw new MalformedPlaceException("In CRS, \"properties.name\" must be a string");
        }
        return switch (name.stringValue()) {
            case CRS84, EPSG_4326 -> false;
            case STRICT_WINDING -> true;
            default -> throw new MalformedPlaceException("Unknown CRS name: " + name.stringValue());
        };
    }
}
