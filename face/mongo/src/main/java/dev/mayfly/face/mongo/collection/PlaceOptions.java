package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.geo.PlaneGrid;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.geo.PlaceIndex;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The options of indexes of places, {@code 2dsphere} and {@code 2d}. */
public final class PlaceOptions {
    private static final BsonString SPHERE = new BsonString("2dsphere");
    private static final BsonString PLANE = new BsonString("2d");
    private static final String VERSION = "2dsphereIndexVersion";
    private static final int INVALID_OPTIONS = 72;

    /** The number of sizes of cells, of which all are used whatever the options say. */
    private static final int LEVELS = 30;

    private PlaceOptions() {}

    /** Returns whether a part of the key is one of places. */
    static boolean isOfPlaces(BsonDocument key) {
        return key.containsValue(SPHERE) || key.containsValue(PLANE);
    }

    /** Refuses keys and options that MongoDB refuses. */
    static void check(BsonDocument spec, BsonDocument key) {
        if (key.containsValue(SPHERE)) {
            checkSphere(spec, key);
        } else if (key.containsValue(PLANE)) {
            checkPlane(spec, key);
        }
    }

    private static void checkSphere(BsonDocument spec, BsonDocument key) {
        for (Map.Entry<String, BsonValue> part : key.entrySet()) {
            if (!part.getValue().isNumber() && !part.getValue().equals(SPHERE)) {
                throw new CommandError(
                        16823,
                        "Cannot use 2dsphere index with other special index types: " + part.getKey() + ": "
                                + ShellText.of(part.getValue()));
            }
        }
        double coarsest = number(spec, "coarsestIndexedLevel", 0);
        double finest = number(spec, "finestIndexedLevel", LEVELS);
        if (coarsest < 0) {
            throw new CommandError(16747, "coarsest_indexed_level must be >= 0");
        }
        if (finest > LEVELS) {
            throw new CommandError(16748, "finest_indexed_level must be <= 30");
        }
        if (finest < coarsest) {
            throw new CommandError(16749, "finest_indexed_level must be >= coarsest_indexed_level");
        }
        BsonValue version = spec.get(VERSION);
        if (version == null) {
            return;
        }
        String shown = "{ " + VERSION + " : " + VERSION + ": " + ShellText.of(version) + " }";
        boolean isNormal = version instanceof BsonNumber number
                && Double.isFinite(number.doubleValue())
                && number.doubleValue() != 0;
        if (!isNormal && !(version.isInt32() || version.isInt64())) {
            throw refused("Invalid " + (version.isNumber() ? "value" : "type") + " for geo index version " + shown
                    + ", only versions: [1,2,3] are supported");
        }
        long number = version.asNumber().longValue();
        if (number < 1 || number > 3) {
            throw refused("unsupported geo index version " + shown + ", only versions: [1,2,3] are supported");
        }
    }

    private static CommandError refused(String text) {
        return new CommandError(MongoCode.CANNOT_CREATE_INDEX, text);
    }

    private static void checkPlane(BsonDocument spec, BsonDocument key) {
        if (!PLANE.equals(key.get(key.getFirstKey()))) {
            throw new CommandError(16801, "2d has to be first in index");
        }
        if (key.values().stream().filter(PLANE::equals).count() > 1) {
            throw new CommandError(16800, "can't have 2 geo fields");
        }
        if (spec.containsKey("collation")) {
            throw refused("Index type '2d' does not support collation: " + ShellText.of(spec.get("collation")));
        }
        double bits = number(spec, "bits", 26);
        if (!(bits >= 1 && bits <= 32)) {
            throw new CommandError(
                    INVALID_OPTIONS,
                    "InvalidOptions",
                    "bits for hash must be > 0 and <= 32, but " + (int) bits + " bits specified");
        }
        double min = number(spec, "min", -180);
        double max = number(spec, "max", 180);
        if (!(min < max) || Double.isInfinite(max - min)) {
            throw new CommandError(
                    INVALID_OPTIONS,
                    "InvalidOptions",
                    "region for hash must be valid and have positive area, but [" + min + ", " + max
                            + "] was specified");
        }
    }

    private static double number(BsonDocument options, String field, double otherwise) {
        return options.get(field) instanceof BsonNumber number ? number.doubleValue() : otherwise;
    }

    /** Returns the options as they are listed. */
    static BsonDocument completed(BsonDocument kept, BsonDocument key) {
        if (key.containsValue(SPHERE)) {
            kept.put(VERSION, new BsonInt32((int) number(kept, VERSION, 3)));
        }
        return kept;
    }

    /** Returns how an index with these options keeps places, or null if it keeps none. */
    public static @Nullable PlaceIndex index(BsonDocument options) {
        BsonDocument key = options.getDocument("key", new BsonDocument());
        if (key.containsValue(SPHERE)) {
            return new PlaceIndex.OnSphere((int) number(options, VERSION, 3));
        }
        return key.containsValue(PLANE)
                ? new PlaceIndex.OnPlane(new PlaneGrid(
                        (int) number(options, "bits", 26), number(options, "min", -180), number(options, "max", 180)))
                : null;
    }

    /** Returns the paths of the places of an index with these options. */
    public static Set<FieldPath> paths(BsonDocument options) {
        Set<FieldPath> paths = new HashSet<>();
        options.getDocument("key", new BsonDocument()).forEach((path, kind) -> {
            if (kind.equals(SPHERE) || kind.equals(PLANE)) {
                paths.add(FieldPath.of(path));
            }
        });
        return paths;
    }

    /** Returns whether documents without a place are not in the index. */
    static boolean leavesOutMissing(BsonDocument options) {
        return number(options, VERSION, 3) >= 2;
    }

    /** The only path of a collection over which {@code $geoNear} can look without being told which. */
    public static String onlyPath(List<BsonDocument> keys, String namespace) {
        List<String> plane = paths(keys, PLANE);
        List<String> sphere = paths(keys, SPHERE);
        if (plane.isEmpty() && sphere.isEmpty()) {
            throw new CommandError(
                    MongoCode.INDEX_NOT_FOUND, "$geoNear requires a 2d or 2dsphere index, but none were found");
        }
        List<String> chosen = plane.isEmpty() ? sphere : plane;
        if (chosen.size() > 1) {
            throw new CommandError(
                    MongoCode.INDEX_NOT_FOUND,
                    "There is more than one " + (plane.isEmpty() ? "2dsphere" : "2d") + " index on " + namespace
                            + "; unsure which to use for $geoNear");
        }
        return chosen.getFirst();
    }

    /** Of each key with such a part, the first. */
    private static List<String> paths(List<BsonDocument> keys, BsonString kind) {
        return keys.stream()
                .filter(key -> key.containsValue(kind))
                .map(key -> key.entrySet().stream()
                        .filter(part -> part.getValue().equals(kind))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }
}
