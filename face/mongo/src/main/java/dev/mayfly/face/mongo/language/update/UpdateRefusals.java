package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.BsonText;
import org.bson.BsonValue;

/** The refusals that only updates know. */
final class UpdateRefusals {
    private UpdateRefusals() {}

    static QueryException conflict(String message) {
        return new QueryException(40, "ConflictingUpdateOperators", message);
    }

    static QueryException immutable(String message) {
        return new QueryException(66, "ImmutableField", message);
    }

    static QueryException emptyFieldName(String message) {
        return new QueryException(56, "EmptyFieldName", message);
    }

    static QueryException notSingleValue(String message) {
        return new QueryException(54, "NotSingleValueField", message);
    }

    static QueryException notViable(String name, Place parent, BsonValue value) {
        return new QueryException(
                28,
                "PathNotViable",
                "Cannot create field '" + name + "' in element {" + BsonText.field(parent.name(), value) + "}");
    }

    /** Returns the error for a path that continues through a value that is neither a document nor an array. */
    static QueryException notTraversable(String path, String name, BsonValue value) {
        return new QueryException(
                28,
                "PathNotViable",
                "cannot use the part (" + name + " of " + path + ") to traverse the element ({"
                        + BsonText.field(name, value) + "})");
    }

    static QueryException cannotBackfill(int most) {
        return new QueryException(34, "CannotBackfillArray", "can't backfill more than " + most + " elements");
    }

    static QueryException dollarPrefixed(String name) {
        return new QueryException(
                52,
                "DollarPrefixedFieldName",
                "The dollar ($) prefixed field '" + name + "' in '" + name + "' is not allowed in the context of an "
                        + "update's replacement document. Consider using an aggregation pipeline with $replaceWith.");
    }

    static QueryException invalidId(String type) {
        return new QueryException(53, "InvalidIdField", "The '_id' value cannot be of type " + type);
    }
}
