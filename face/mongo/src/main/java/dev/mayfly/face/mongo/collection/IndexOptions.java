package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The plain options of an index: its name, and those that are numbers or boolean. */
final class IndexOptions {
    private static final List<String> TRUTHS = List.of("unique", "sparse", "hidden", "background");

    private static final List<String> NUMBERS =
            List.of("v", "bits", "min", "max", "coarsestIndexedLevel", "finestIndexedLevel");

    private IndexOptions() {}

    /** @throws CommandError for an option of the wrong type */
    static void check(BsonDocument spec) {
        for (String option : TRUTHS) {
            BsonValue value = spec.get(option);
            if (value != null && !value.isBoolean() && !value.isNumber()) {
                throw failed(
                        spec,
                        MongoCode.TYPE_MISMATCH,
                        "The field '" + option + "' has value " + option + ": " + ShellText.of(value)
                                + ", which is not convertible to bool");
            }
        }
        for (String option : NUMBERS) {
            BsonValue value = spec.get(option);
            if (value != null && !value.isNumber()) {
                throw failed(
                        spec,
                        MongoCode.TYPE_MISMATCH,
                        "The field '" + option + "' must be a number, but got " + TypeNames.of(value));
            }
        }
        BsonValue version = spec.get("v");
        if (version != null
                && version.asNumber().intValue() != 1
                && version.asNumber().intValue() != 2) {
            throw failed(
                    spec,
                    MongoCode.CANNOT_CREATE_INDEX,
                    "Invalid index specification " + ShellText.of(spec) + "; cannot create an index with v="
                            + ShellText.of(version));
        }
    }

    static String name(BsonDocument spec) {
        BsonValue name = spec.get("name");
        if (name == null) {
            throw failed(
                    spec,
                    MongoCode.FAILED_TO_PARSE,
                    "The 'name' field is a required property of an index specification");
        }
        if (!name.isString()) {
            throw failed(
                    spec, MongoCode.TYPE_MISMATCH, "The field 'name' must be a string, but got " + TypeNames.of(name));
        }
        String text = name.asString().getValue();
        if (text.isEmpty()) {
            throw new CommandError(MongoCode.CANNOT_CREATE_INDEX, "index name cannot be empty");
        }
        if (text.indexOf('\0') >= 0) {
            throw new CommandError(MongoCode.CANNOT_CREATE_INDEX, "index name cannot contain NUL bytes");
        }
        if (text.equals("*") || IndexListing.isInternal(text)) {
            throw new CommandError(MongoCode.BAD_VALUE, "The index name '" + text + "' is not valid.");
        }
        return text;
    }

    private static CommandError failed(BsonDocument spec, MongoCode code, String reason) {
        return new CommandError(code, "Error in specification " + ShellText.of(spec) + " :: caused by :: " + reason);
    }
}
