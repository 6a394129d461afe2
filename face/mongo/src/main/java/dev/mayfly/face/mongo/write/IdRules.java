package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Set;

/** The rules for which values may be an {@code _id}, and the key of each. */
final class IdRules {
    private static final Set<String> REFERENCE_FIELDS = Set.of("$ref", "$id", "$db");

    private IdRules() {}

    /** The key of a document with this id. */
    static DocumentKey key(BsonView id) {
        switch (id.type()) {
            case ARRAY -> throw invalid("array");
            case REGEX -> throw invalid("regex");
            case UNDEFINED -> throw invalid("undefined");
            case OBJECT -> checkFields(id.fields());
            default -> {}
        }
        return new DocumentKey(KeyWriter.encode(id));
    }

    private static CommandError invalid(String type) {
        return new CommandError(MongoCode.INVALID_ID_FIELD, "The '_id' value cannot be of type " + type);
    }

    private static void checkFields(View.Fields fields) {
        while (fields.next()) {
            String name = fields.name();
            if (name.startsWith("$") && !REFERENCE_FIELDS.contains(name)) {
                throw new CommandError(
                        MongoCode.DOLLAR_PREFIXED_FIELD_NAME,
                        "_id fields may not contain '$'-prefixed fields: " + name + " is not valid for storage.");
            }
        }
    }
}
