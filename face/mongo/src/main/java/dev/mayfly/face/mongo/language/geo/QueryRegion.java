package dev.mayfly.face.mongo.language.geo;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.geo.PlaneBox;
import dev.mayfly.base.geo.PlaneCircle;
import dev.mayfly.base.geo.PlanePolygon;
import dev.mayfly.base.geo.PlaneRegion;
import dev.mayfly.base.geo.SphereCap;
import dev.mayfly.base.geo.SphereGeometry;
import dev.mayfly.base.geo.SphereRegion;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The region of a {@code $geoWithin} or {@code $geoIntersects}. Immutable and safe for concurrent use. */
public sealed interface QueryRegion {
    /** Returns whether all of the place lies within. */
    boolean contains(StoredPlace place);

    /** Returns whether some of the place lies within. */
    boolean intersects(StoredPlace place);

    /** A part of the plane, in which only single points can lie. */
    record OnPlane(PlaneRegion region) implements QueryRegion {
        @Override
        public boolean contains(StoredPlace place) {
            FlatPoint point = place.point();
            return point != null && region.contains(point.x(), point.y());
        }

        @Override
        public boolean intersects(StoredPlace place) {
            return false;
        }
    }

    /** A part of the sphere. */
    record OnSphere(SphereRegion region) implements QueryRegion {
        @Override
        public boolean contains(StoredPlace place) {
            SphereGeometry geometry = place.geometry();
            return geometry != null && region.contains(geometry);
        }

        @Override
        public boolean intersects(StoredPlace place) {
            SphereGeometry geometry = place.geometry();
            return geometry != null && region.intersects(geometry);
        }
    }

    /** Reads the argument of {@code $geoWithin}, {@code $within} or {@code $geoIntersects}. */
    static QueryRegion read(String operator, BsonValue argument) {
        if (!argument.isDocument()) {
            throw badValue("geometry must be an object");
        }
        QueryRegion region = null;
        for (Map.Entry<String, BsonValue> entry : argument.asDocument().entrySet()) {
            if (region != null && operator.equals("$geoWithin")) {
                throw badValue("$geoWithin doesn't accept multiple shapes " + operator + ": " + ShellText.of(argument));
            }
            if (!entry.getKey().equals("$uniqueDocs")) {
                region = specified(entry.getKey(), entry.getValue());
            }
        }
        if (region == null) {
            throw badValue("geo query doesn't have any geometry");
        }
        check(operator, argument.asDocument(), region);
        return region;
    }

    private static void check(String operator, BsonDocument argument, QueryRegion region) {
        String text = ShellText.of(new BsonDocument(operator, argument));
        boolean isIntersects = operator.equals("$geoIntersects");
        if (isIntersects && region instanceof OnPlane) {
            throw badValue("$geoIntersect not supported with provided geometry: " + text);
        }
        boolean hasNoInside = region instanceof OnSphere(SphereGeometry geometry) && !geometry.hasInside();
        if (!isIntersects && hasNoInside) {
            throw badValue("$within not supported with provided geometry: " + text);
        }
    }

    private static QueryRegion specified(String specifier, BsonValue value) {
        View view = TreeView.of(value);
        if (!FlatPoint.isNested(view)) {
            throw unknown(specifier, value);
        }
        try {
            return switch (specifier) {
                case "$box" -> new OnPlane(box(view));
                case "$polygon" -> new OnPlane(polygon(view));
                case "$center" -> {
                    Circle circle = circle(view);
                    yield new OnPlane(new PlaneCircle(circle.center.x(), circle.center.y(), circle.radius));
                }
                case "$centerSphere" -> {
                    Circle circle = circle(view);
                    yield new OnSphere(new SphereCap(circle.center.requireOnSphere(), circle.radius));
                }
                case "$geometry" -> new OnSphere(geometry(view));
                default -> throw unknown(specifier, value);
            };
        } catch (MalformedPlaceException malformed) {
            throw badValue(malformed.reason());
        }
    }

    private static RuntimeException unknown(String specifier, BsonValue value) {
        return badValue("unknown geo specifier: " + specifier + ": " + ShellText.of(value));
    }

    private static SphereRegion geometry(View view) throws MalformedPlaceException {
        return StoredPlace.isLegacy(view)
                ? SphereGeometry.of(FlatPoint.read(view, false).requireOnSphere())
                : GeoJsonReader.asked(view);
    }

    private static List<View> values(View nested) {
        List<View> values = new ArrayList<>();
        for (View.Fields each = nested.fields(); each.next(); ) {
            values.add(each.value());
        }
        return values;
    }

    private static PlaneBox box(View view) throws MalformedPlaceException {
        List<View> corners = values(view);
        if (corners.size() < 2) {
            throw new MalformedPlaceException("Point must be an array or object");
        }
        FlatPoint one = FlatPoint.read(corners.get(0), false);
        FlatPoint other = FlatPoint.read(corners.get(1), false);
        return PlaneBox.between(one.x(), one.y(), other.x(), other.y());
    }

    private static PlanePolygon polygon(View view) throws MalformedPlaceException {
        List<View> corners = values(view);
        double[] xs = new double[corners.size()];
        double[] ys = new double[corners.size()];
        for (int at = 0; at < xs.length; at++) {
            FlatPoint corner = FlatPoint.read(corners.get(at), false);
            xs[at] = corner.x();
            ys[at] = corner.y();
        }
        if (xs.length < 3) {
            throw new MalformedPlaceException("Polygon must have at least 3 points");
        }
        return new PlanePolygon(xs, ys);
    }

    /** A place, and a distance around it. */
    record Circle(FlatPoint center, double radius) {}

    private static Circle circle(View view) throws MalformedPlaceException {
        List<View> values = values(view);
        if (values.isEmpty()) {
            throw new MalformedPlaceException("Point must be an array or object");
        }
        FlatPoint center = FlatPoint.read(values.getFirst(), false);
        boolean hasRadius = values.size() > 1
                && values.get(1).type().isNumber()
                && values.get(1).doubleValue() >= 0;
        if (!hasRadius) {
            throw new MalformedPlaceException("radius must be a non-negative number");
        }
        if (values.size() > 2) {
            throw new MalformedPlaceException("Only 2 fields allowed for circular region");
        }
        return new Circle(center, values.get(1).doubleValue());
    }
}
