package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.collection.Validation;
import dev.mayfly.face.mongo.command.CommandRequest;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The fields of {@code create} and {@code collMod} for the validation of documents. */
final class ValidationFields {
    private ValidationFields() {}

    /** Checks the fields, and puts them among the options of the collection. */
    static void append(CommandRequest request, BsonDocument options) {
        request.tree("validator").ifPresent(validator -> {
            Validation.check(request.database(), request.collection(), validator);
            options.put("validator", validator);
        });
        request.text("validationLevel").ifPresent(level -> {
            Validation.level(level);
            options.put("validationLevel", new BsonString(level));
        });
        request.text("validationAction").ifPresent(action -> {
            Validation.action(action);
            options.put("validationAction", new BsonString(action));
        });
        if (request.has("validator")) {
            options.putIfAbsent("validationLevel", new BsonString("strict"));
            options.putIfAbsent("validationAction", new BsonString("error"));
        }
    }
}
