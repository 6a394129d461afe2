package dev.mayfly.face.mongo.language.aggregation.stage;

import java.util.HashSet;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The field references of queries and stages, read from the documents that define them. */
public final class Paths {
    private Paths() {}

    /** Returns whether a key of this name occurs anywhere within. */
    public static boolean mentions(BsonValue value, String key) {
        if (value.isDocument()) {
            return value.asDocument().entrySet().stream()
                    .anyMatch(field -> field.getKey().equals(key) || mentions(field.getValue(), key));
        }
        return value.isArray() && value.asArray().stream().anyMatch(element -> mentions(element, key));
    }

    /** Returns whether this text occurs anywhere within. */
    public static boolean holds(BsonValue value, String text) {
        if (value.isDocument()) {
            return value.asDocument().values().stream().anyMatch(field -> holds(field, text));
        }
        return value.isArray()
                ? value.asArray().stream().anyMatch(element -> holds(element, text))
                : value.isString() && value.asString().getValue().equals(text);
    }

    /** The fields that a query asks about, at its top and in its clauses. */
    public static Set<String> of(BsonDocument query) {
        Set<String> paths = new HashSet<>();
        collect(query, paths);
        return paths;
    }

    private static void collect(BsonDocument query, Set<String> paths) {
        query.forEach((name, value) -> {
            if (!name.startsWith("$")) {
                paths.add(name);
            } else if (value.isArray()) {
                value.asArray().stream()
                        .filter(BsonValue::isDocument)
                        .forEach(clause -> collect(clause.asDocument(), paths));
            }
        });
    }

    /** Returns whether one path equals or contains the other. */
    public static boolean overlap(String left, String right) {
        return left.equals(right) || left.startsWith(right + ".") || right.startsWith(left + ".");
    }
}
