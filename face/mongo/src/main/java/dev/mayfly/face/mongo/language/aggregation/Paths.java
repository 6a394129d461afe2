package dev.mayfly.face.mongo.language.aggregation;

import java.util.HashSet;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What queries and stages say about fields, read from the documents that they are written in. */
final class Paths {
    private Paths() {}

    /** Whether a key of this name stands anywhere inside. */
    static boolean mentions(BsonValue value, String key) {
        if (value.isDocument()) {
            return value.asDocument().entrySet().stream()
                    .anyMatch(field -> field.getKey().equals(key) || mentions(field.getValue(), key));
        }
        return value.isArray() && value.asArray().stream().anyMatch(element -> mentions(element, key));
    }

    /** The fields that a query asks about, at its top and in its clauses. */
    static Set<String> of(BsonDocument query) {
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

    /** Whether one leads to the other. */
    static boolean overlap(String left, String right) {
        return left.equals(right) || left.startsWith(right + ".") || right.startsWith(left + ".");
    }
}
