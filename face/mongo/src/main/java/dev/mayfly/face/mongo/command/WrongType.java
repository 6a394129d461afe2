package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonValue;

/** The error for a nested field of an unexpected type. */
public final class WrongType {
    private WrongType() {}

    /** @param field its place, from the command or stage on */
    public static CommandError of(String field, BsonValue value, String expected) {
        return new CommandError(
                MongoCode.TYPE_MISMATCH,
                "BSON field '" + field + "' is the wrong type '" + TypeNames.of(value) + "', expected type '" + expected
                        + "'");
    }
}
