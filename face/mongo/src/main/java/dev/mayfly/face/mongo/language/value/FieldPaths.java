package dev.mayfly.face.mongo.language.value;

import static dev.mayfly.face.mongo.language.value.Refusals.location;

/** The paths of fields that projections and expressions may name. */
public final class FieldPaths {
    private FieldPaths() {}

    /** The names that a path goes through; an empty one is refused, and one that begins with a dollar. */
    public static String[] names(String path) {
        if (path.isEmpty()) {
            throw location(40352, "FieldPath cannot be constructed with empty string");
        }
        if (path.endsWith(".")) {
            throw location(40353, "FieldPath must not end with a '.'.");
        }
        String[] names = path.split("\\.", -1);
        for (String name : names) {
            if (name.isEmpty()) {
                throw location(15998, "FieldPath field names may not be empty strings.");
            }
            if (name.startsWith("$")) {
                throw location(
                        16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
        }
        return names;
    }
}
