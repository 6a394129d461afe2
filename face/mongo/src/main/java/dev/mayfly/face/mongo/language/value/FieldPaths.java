package dev.mayfly.face.mongo.language.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

/** The paths of fields that projections and expressions may name. */
public final class FieldPaths {
    private FieldPaths() {}

    /** The names that a path goes through; an empty one is refused, and one that begins with a dollar, but for those of a DBRef. */
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
            if (name.startsWith("$") && !isReference(name)) {
                throw location(
                        16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
            if (name.indexOf('\0') >= 0) {
                throw location(16411, "FieldPath field names may not contain null bytes.");
            }
        }
        return names;
    }

    /** Returns whether this is a field of a DBRef, the only names with a dollar that paths may go through. */
    public static boolean isReference(String name) {
        return switch (name) {
            case "$ref", "$id", "$db" -> true;
            default -> false;
        };
    }
}
