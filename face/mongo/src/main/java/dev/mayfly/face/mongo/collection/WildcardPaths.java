package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The coverage of a wildcard index in the engine's form: ascending paths are included, descending ones are not. */
final class WildcardPaths {
    private static final String ID = "_id";
    private static final String EVERYTHING = "$**";
    private static final int INCLUSION_IN_EXCLUSION = 31253;
    private static final int EXCLUSION_IN_INCLUSION = 31254;

    private WildcardPaths() {}

    /** The ids are left out unless a projection asks for them. */
    static List<KeyPart> of(BsonDocument key, @Nullable BsonDocument projection) {
        String pattern = key.getFirstKey();
        if (!pattern.equals(EVERYTHING)) {
            return List.of(KeyPart.ascending(pattern.substring(0, pattern.length() - EVERYTHING.length() - 1)));
        }
        if (projection == null) {
            return List.of(KeyPart.descending(ID));
        }
        BsonDocument paths = flat(projection);
        boolean includesId = isIncluded(paths.get(ID, BsonBoolean.FALSE));
        boolean includes = isInclusion(paths);
        List<KeyPart> parts = new ArrayList<>();
        for (String path : paths.keySet()) {
            if (!path.equals(ID)) {
                parts.add(includes ? KeyPart.ascending(path) : KeyPart.descending(path));
            }
        }
        if (includes == includesId) {
            parts.add(includes ? KeyPart.ascending(ID) : KeyPart.descending(ID));
        }
        return parts;
    }

    private static void checkDirection(BsonDocument key) {
        BsonValue direction = key.get(key.getFirstKey());
        if (direction != null && direction.isNumber() && direction.asNumber().doubleValue() <= 0) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX, "A numeric value in a $** index key pattern must be positive.");
        }
    }

    /** @throws CommandError if the projection says no such thing */
    static void check(BsonDocument spec, BsonDocument key) {
        if (IndexKeys.isWildcard(key)) {
            checkDirection(key);
        }
        BsonValue projection = spec.get("wildcardProjection");
        if (projection == null) {
            return;
        }
        if (!IndexKeys.isWildcard(key)) {
            throw failed(spec, MongoCode.BAD_VALUE, "is only allowed in an 'wildcard' index");
        }
        if (!projection.isDocument()) {
            throw failed(
                    spec, MongoCode.TYPE_MISMATCH, "must be a non-empty object, but got " + TypeNames.of(projection));
        }
        if (!key.containsKey(EVERYTHING)) {
            throw failed(spec, MongoCode.FAILED_TO_PARSE, "is only allowed when 'key' is {\"$**\": ±1}");
        }
        if (projection.asDocument().isEmpty()) {
            throw failed(spec, MongoCode.FAILED_TO_PARSE, "can't be an empty object");
        }
        BsonDocument paths = flat(projection.asDocument());
        boolean includes = isInclusion(paths);
        for (Map.Entry<String, BsonValue> path : paths.entrySet()) {
            if (!path.getKey().equals(ID) && isIncluded(path.getValue()) != includes) {
                throw new CommandError(
                        includes ? EXCLUSION_IN_INCLUSION : INCLUSION_IN_EXCLUSION,
                        "Error in specification " + ShellText.of(spec) + " :: caused by :: Failed to parse: "
                                + ShellText.of(projection) + " :: caused by :: Cannot do "
                                + (includes ? "exclusion" : "inclusion") + " on field " + path.getKey() + " in "
                                + (includes ? "inclusion" : "exclusion") + " projection");
            }
        }
    }

    private static CommandError failed(BsonDocument spec, MongoCode code, String reason) {
        return new CommandError(
                code,
                "Error in specification " + ShellText.of(spec) + " :: caused by :: The field 'wildcardProjection' "
                        + reason);
    }

    private static boolean isInclusion(BsonDocument paths) {
        for (Map.Entry<String, BsonValue> path : paths.entrySet()) {
            if (!path.getKey().equals(ID)) {
                return isIncluded(path.getValue());
            }
        }
        return isIncluded(paths.get(ID, BsonBoolean.FALSE));
    }

    private static boolean isIncluded(BsonValue value) {
        return value.isBoolean()
                ? value.asBoolean().getValue()
                : value.isNumber() && value.asNumber().doubleValue() != 0;
    }

    /** Every path in full, whether it was written with dots or nested. */
    private static BsonDocument flat(BsonDocument projection) {
        BsonDocument paths = new BsonDocument();
        projection.forEach((name, value) -> {
            if (value.isDocument()) {
                flat(value.asDocument()).forEach((rest, inner) -> paths.append(name + "." + rest, inner));
            } else {
                paths.append(name, value);
            }
        });
        return paths;
    }
}
