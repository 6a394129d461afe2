package dev.mayfly.face.mongo.language.geo;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.geo.NearQuery.Measure;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads {@code $near}, {@code $nearSphere} and {@code $geoNear}, in the form with distances beside it and in that with a geometry. */
public final class NearReader {
    private final FieldPath path;
    private @Nullable FlatPoint center;
    private boolean isGeoJson;
    private boolean isSphere;
    private double least;
    private double most = Double.POSITIVE_INFINITY;

    private NearReader(FieldPath path) {
        this.path = path;
    }

    /** Returns whether this operator asks for places that are near. */
    public static boolean isNear(String operator) {
        return operator.equals("$near") || operator.equals("$nearSphere") || operator.equals("$geoNear");
    }

    /** Reads all that a query says of the field. */
    public static NearQuery read(FieldPath path, BsonDocument spec) {
        NearReader beside = new NearReader(path);
        FlatPoint center = beside.beside(spec);
        if (center != null) {
            return beside.query(center);
        }
        NearReader inside = new NearReader(path);
        return inside.query(inside.inside(spec));
    }

    private @Nullable FlatPoint beside(BsonDocument spec) {
        for (Map.Entry<String, BsonValue> entry : spec.entrySet()) {
            BsonValue value = entry.getValue();
            switch (entry.getKey()) {
                case "$near", "$nearSphere", "$geoNear" -> {
                    if (!value.isDocument() && !value.isArray()) {
                        return null;
                    }
                    point(entry.getKey(), TreeView.of(value));
                }
                case "$minDistance" -> least = distance(value, "$minDistance", 16893, 16894);
                case "$maxDistance" -> most = distance(value, "$maxDistance", 16895, 16896);
                case "$uniqueDocs" -> {}
                default -> throw location(34413, "invalid argument in geo near query: " + entry.getKey());
            }
        }
        return center;
    }

    private static double distance(BsonValue value, String name, int notNumber, int negative) {
        if (!(value instanceof BsonNumber number)) {
            throw location(notNumber, name + " must be a number");
        }
        if (!(number.doubleValue() >= 0)) {
            throw location(negative, name + " must be non-negative");
        }
        return number.doubleValue();
    }

    private void point(String operator, View value) {
        try {
            if (StoredPlace.isLegacy(value)) {
                center = legacy(value);
            } else {
                center = StoredPlace.read(value).point();
                isGeoJson = center != null;
            }
        } catch (MalformedPlaceException _) {
            return;
        }
        isSphere = operator.equals("$nearSphere");
    }

    /** Two numbers, or three of which the last is the greatest distance. */
    private FlatPoint legacy(View value) throws MalformedPlaceException {
        View third = third(value);
        if (third == null) {
            return FlatPoint.read(value, false);
        }
        FlatPoint point = FlatPoint.read(value, true);
        if (!third.type().isNumber()) {
            throw new MalformedPlaceException("Point must only contain two numeric elements");
        }
        most = third.doubleValue();
        if (!(most >= 0)) {
            throw location(18522, "max distance must be non-negative");
        }
        return point;
    }

    private static @Nullable View third(View value) throws MalformedPlaceException {
        View third = null;
        int size = 0;
        for (View.Fields each = value.fields(); each.next(); size++) {
            third = size == 2 ? each.value() : third;
        }
        if (size > 3) {
            throw new MalformedPlaceException("Point must only contain two numeric elements");
        }
        return third;
    }

    private FlatPoint inside(BsonDocument spec) {
        if (spec.size() > 1) {
            Map.Entry<String, BsonValue> extra =
                    spec.entrySet().stream().skip(1).findFirst().orElseThrow();
            throw badValue("geo near accepts just one argument when querying for a GeoJSON point. Extra field found: "
                    + extra.getKey() + ": " + ShellText.of(extra.getValue()));
        }
        String operator = spec.getFirstKey();
        BsonValue argument = spec.get(operator);
        if (argument == null || !argument.isDocument()) {
            throw badValue("geo near query argument is not an object");
        }
        for (Map.Entry<String, BsonValue> entry : argument.asDocument().entrySet()) {
            BsonValue value = entry.getValue();
            switch (entry.getKey()) {
                case "$geometry" -> geometry(value);
                case "$minDistance" -> least = finite(value, "$minDistance");
                case "$maxDistance" -> most = finite(value, "$maxDistance");
                default -> throw badValue("invalid argument in geo near query: " + entry.getKey());
            }
        }
        if (center == null) {
            throw badValue("$geometry is required for geo near query");
        }
        isSphere = operator.equals("$nearSphere");
        return center;
    }

    private void geometry(BsonValue value) {
        if (!value.isDocument() && !value.isArray()) {
            return;
        }
        View view = TreeView.of(value);
        if (StoredPlace.isLegacy(view)) {
            throw badValue("$near requires geojson point, given " + ShellText.of(value));
        }
        try {
            center = StoredPlace.read(view).point();
        } catch (MalformedPlaceException malformed) {
            throw badValue("invalid point in geo near query $geometry argument: " + ShellText.of(value) + "  "
                    + malformed.reason());
        }
        if (center == null) {
            throw badValue("invalid point in geo near query $geometry argument: " + ShellText.of(value)
                    + "  Point must only contain numeric elements");
        }
        isGeoJson = true;
    }

    private static double finite(BsonValue value, String name) {
        if (!(value instanceof BsonNumber number)) {
            throw badValue(name + " must be a number");
        }
        if (!(number.doubleValue() >= 0) || Double.isInfinite(number.doubleValue())) {
            throw badValue(name + " must be non-negative");
        }
        return number.doubleValue();
    }

    private NearQuery query(FlatPoint point) {
        if (isSphere && !point.isOnSphere()) {
            throw new QueryException(17444, "Location17444", "Legacy point is out of bounds for spherical query");
        }
        Measure measure = isGeoJson ? Measure.METERS : isSphere ? Measure.RADIANS : Measure.PLANE;
        return new NearQuery(path, point, measure, least, most);
    }
}
