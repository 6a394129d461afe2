package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandRequest;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The option of a collection whose change streams may tell whole documents, before a change and after. */
final class StreamImages {
    static final String OPTION = "changeStreamPreAndPostImages";

    private StreamImages() {}

    /** Stores the option if it is requested; one that is off is not listed. */
    static void append(CommandRequest request, BsonDocument options) {
        Optional<BsonDocument> asked = request.tree(OPTION);
        if (asked.isEmpty()) {
            return;
        }
        BsonValue enabled = asked.get().get("enabled");
        if (enabled == null) {
            throw new CommandError(
                    MongoCode.MISSING_FIELD,
                    "BSON field 'changeStreamPreAndPostImages.enabled' is missing but a required field");
        }
        if (!enabled.isBoolean()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH, "BSON field 'changeStreamPreAndPostImages.enabled' must be a bool");
        }
        if (enabled.asBoolean().getValue()) {
            options.put(OPTION, new BsonDocument("enabled", BsonBoolean.TRUE));
        } else {
            options.remove(OPTION);
        }
    }
}
