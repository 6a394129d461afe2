package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.collection.Validation;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** What {@code create} and {@code collMod} say of the documents that a collection may hold. */
final class ValidationFields {
    private ValidationFields() {}

    /** Checks what is said, and puts it among the options of the collection. */
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
    }
}
