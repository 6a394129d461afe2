package dev.mayfly.face.mongo.language.text;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The argument of {@code $text}.
 *
 * @param search the words, phrases and negations
 * @param language of the words; empty for that of the index
 */
record TextRequest(String search, String language, TextLanguage.Sensitivity sensitivity) {
    private static final Set<String> FIELDS = Set.of("$search", "$language", "$caseSensitive", "$diacriticSensitive");

    static TextRequest read(BsonValue argument) {
        if (!argument.isDocument()) {
            throw badValue("$text expects an object");
        }
        BsonDocument fields = argument.asDocument();
        if (!fields.containsKey("$search")) {
            throw new QueryException(4, "NoSuchKey", "Missing expected field \"$search\"");
        }
        String search = text(fields, "$search");
        String language = text(fields, "$language");
        boolean toCase = truth(fields, "$caseSensitive");
        boolean toMarks = truth(fields, "$diacriticSensitive");
        if (!FIELDS.containsAll(fields.keySet())) {
            throw badValue("extra fields in $text");
        }
        return new TextRequest(search, language, new TextLanguage.Sensitivity(toCase, toMarks));
    }

    private static String text(BsonDocument fields, String name) {
        BsonValue value = fields.get(name);
        if (value == null) {
            return "";
        }
        if (!value.isString()) {
            throw mismatch(name, "string", value);
        }
        return value.asString().getValue();
    }

    private static boolean truth(BsonDocument fields, String name) {
        BsonValue value = fields.get(name);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw mismatch(name, "bool", value);
        }
        return value.asBoolean().getValue();
    }

    private static QueryException mismatch(String name, String wanted, BsonValue value) {
        return typeMismatch(
                "\"" + name + "\" had the wrong type. Expected " + wanted + ", found " + TypeNames.of(value));
    }
}
