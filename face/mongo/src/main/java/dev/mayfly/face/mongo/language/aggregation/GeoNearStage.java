package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.stage.NestedFields;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.geo.NearReader;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.Truth;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $geoNear}: the query for the nearest places, and the fields that tell their distance. Its rows come in order
 * from the index; before the stage is told by which path, it can only pass over no rows at all.
 */
final class GeoNearStage implements Stage {
    private static final Map<String, Integer> REMOVED = Map.of("limit", 50858, "num", 50857, "start", 50856);

    private final BsonDocument options;
    private final @Nullable NearQuery near;

    private GeoNearStage(BsonDocument options, @Nullable NearQuery near) {
        this.options = options;
        this.near = near;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage.
    static Stage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(10065, "invalid parameter: expected an object ($geoNear)");
        }
        BsonDocument options = argument.asDocument();
        refuseRemoved(options);
        check(options);
        FilterCompiler.compile(
                options.getDocument("query", new BsonDocument()), Variables.NONE.withCollation(scope.collation()));
        String key = key(options);
        return new GeoNearStage(options, key == null ? null : near(options, key));
    }

    private static void refuseRemoved(BsonDocument options) {
        if (options.containsKey("collation")) {
            throw location(
                    40227,
                    "$geoNear does not accept the 'collation' parameter. Instead, specify a collation for the entire"
                            + " aggregation command.");
        }
        for (String removed : List.of("limit", "num", "start")) {
            if (options.containsKey(removed)) {
                throw location(
                        REMOVED.getOrDefault(removed, 0),
                        removed.equals("start")
                                ? "$geoNear no longer supports the 'start' argument."
                                : "$geoNear no longer supports the '" + removed
                                        + "' parameter. Use a $limit stage instead.");
            }
        }
    }

    private static void check(BsonDocument options) {
        BsonValue near = options.get("near", BsonNull.VALUE);
        if (!near.isDocument() && !near.isArray()) {
            throw location(16605, "$geoNear requires a 'near' option as an Array");
        }
        if (!options.isString("distanceField")) {
            throw location(16606, "$geoNear requires a 'distanceField' option as a String");
        }
        FieldPaths.names(options.getString("distanceField").getValue());
        checkNumber(options, "maxDistance");
        checkNumber(options, "minDistance");
        checkNumber(options, "distanceMultiplier");
        if (options.containsKey("query") && !options.isDocument("query")) {
            throw typeMismatch("query must be an object");
        }
        if (options.containsKey("includeLocs")) {
            if (!options.isString("includeLocs")) {
                throw location(16607, "$geoNear requires that 'includeLocs' option is a String");
            }
            FieldPaths.names(options.getString("includeLocs").getValue());
        }
    }

    private static void checkNumber(BsonDocument options, String name) {
        BsonValue value = options.get(name);
        if (value != null && !(value instanceof BsonNumber)) {
            throw typeMismatch(name + " must be a number");
        }
        if (value instanceof BsonNumber number && !(number.doubleValue() >= 0)) {
            throw badValue(name + " must be nonnegative");
        }
    }

    private static @Nullable String key(BsonDocument options) {
        BsonValue key = options.get("key");
        if (key == null) {
            return null;
        }
        if (!key.isString()) {
            throw typeMismatch("$geoNear parameter 'key' must be of type string but found type: " + TypeNames.of(key));
        }
        String path = key.asString().getValue();
        if (path.isEmpty()) {
            throw badValue("$geoNear parameter 'key' cannot be the empty string");
        }
        FieldPaths.names(path);
        return path;
    }

    /** Returns the path of the places if the stage names it. */
    static @Nullable String key(BsonValue argument) {
        return argument.isDocument() ? key(argument.asDocument()) : null;
    }

    private static NearQuery near(BsonDocument options, String path) {
        return NearReader.read(FieldPath.of(path), distances(options));
    }

    private static BsonDocument distances(BsonDocument options) {
        boolean isSphere = Truth.of(options.get("spherical", BsonNull.VALUE));
        BsonDocument distances = new BsonDocument(isSphere ? "$nearSphere" : "$near", options.get("near"));
        if (options.containsKey("minDistance")) {
            distances.append("$minDistance", options.get("minDistance"));
        }
        if (options.containsKey("maxDistance")) {
            distances.append("$maxDistance", options.get("maxDistance"));
        }
        return distances;
    }

    /** Returns the same stage over the places at a path. */
    static GeoNearStage over(BsonValue argument, String path) {
        return new GeoNearStage(argument.asDocument(), near(argument.asDocument(), path));
    }

    /** Returns the query of the stage. */
    static BsonDocument query(BsonValue argument, String path) {
        BsonDocument options = argument.asDocument();
        BsonDocument near = new BsonDocument(path, distances(options));
        BsonDocument query = options.getDocument("query", new BsonDocument());
        return query.isEmpty() ? near : new BsonDocument("$and", new BsonArray(List.of(query, near)));
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        String[] distanceField =
                FieldPaths.names(options.getString("distanceField").getValue());
        String[] placeField = options.containsKey("includeLocs")
                ? FieldPaths.names(options.getString("includeLocs").getValue())
                : null;
        double multiplier = options.get("distanceMultiplier") instanceof BsonNumber number ? number.doubleValue() : 1;
        return Rows.mapped(input, row -> {
            NearQuery query = near;
            if (query == null) {
                throw badValue("$geoNear must name its 'key' in this context");
            }
            NearQuery.Nearest nearest = query.nearest(TreeView.of(row));
            if (nearest == null) {
                return row;
            }
            BsonDocument told = NestedFields.with(row, distanceField, new BsonDouble(nearest.distance() * multiplier));
            return placeField == null
                    ? told
                    : NestedFields.with(told, placeField, nearest.place().toBsonValue());
        });
    }
}
