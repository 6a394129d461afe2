package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** One keyword of a schema with its value; refused in MongoDB's words where that has the wrong type. */
record Keyword(String name, BsonValue value) {
    static QueryException failed(String message) {
        return new QueryException(9, "FailedToParse", message);
    }

    private static QueryException mismatch(String message) {
        return new QueryException(14, "TypeMismatch", message);
    }

    String text() {
        if (!value.isString()) {
            throw mismatch(said("must be a string"));
        }
        return value.asString().getValue();
    }

    boolean truth() {
        if (!value.isBoolean()) {
            throw mismatch(said("must be a boolean"));
        }
        return value.asBoolean().getValue();
    }

    BsonValue number() {
        if (!value.isNumber()) {
            throw mismatch(said("must be a number"));
        }
        return value;
    }

    long count() {
        long count = WholeNumber.of(name, value);
        if (count < 0) {
            throw failed("Expected a non-negative number in: " + BsonText.field(name, value));
        }
        return count;
    }

    BsonDocument object() {
        if (!value.isDocument()) {
            throw mismatch(said("must be an object"));
        }
        return value.asDocument();
    }

    /** An array with something in it. */
    BsonArray array() {
        if (!value.isArray()) {
            throw mismatch(said("must be an array, but found an element of type " + TypeNames.of(value)));
        }
        if (value.asArray().isEmpty()) {
            throw failed(said("cannot be an empty array"));
        }
        return value.asArray();
    }

    List<BsonDocument> objects() {
        List<BsonDocument> objects = new ArrayList<>();
        for (BsonValue each : array()) {
            if (!each.isDocument()) {
                throw mismatch(said("must be an array of objects, but found an element of type " + TypeNames.of(each)));
            }
            objects.add(each.asDocument());
        }
        return objects;
    }

    /** Texts, none twice. */
    Set<String> texts() {
        Set<String> texts = new LinkedHashSet<>();
        for (BsonValue each : array()) {
            if (!each.isString()) {
                throw mismatch(said("must be an array of strings, but found an element of type " + TypeNames.of(each)));
            }
            if (!texts.add(each.asString().getValue())) {
                throw failed(said("array cannot contain duplicate values"));
            }
        }
        return texts;
    }

    String said(String what) {
        return "$jsonSchema keyword '" + name + "' " + what;
    }
}
