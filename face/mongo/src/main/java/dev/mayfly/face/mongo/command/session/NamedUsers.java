package dev.mayfly.face.mongo.command.session;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.WrongType;
import dev.mayfly.face.mongo.session.UserName;
import java.util.HashSet;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Users as they are listed in arguments: an array of {@code {user, db}}. */
final class NamedUsers {
    private final String field;

    /** @param field the argument's place, which stands in refusals */
    NamedUsers(String field) {
        this.field = field;
    }

    /** The users as text. */
    Set<String> read(BsonValue users) {
        if (!users.isArray()) {
            throw WrongType.of(field, users, "array");
        }
        Set<String> names = new HashSet<>();
        for (BsonValue user : users.asArray()) {
            if (!user.isDocument()) {
                throw WrongType.of(field, user, "object");
            }
            UserName name = new UserName(text(user.asDocument(), "db"), text(user.asDocument(), "user"));
            names.add(name.toString());
        }
        return names;
    }

    private String text(BsonDocument user, String part) {
        BsonValue value = user.get(part);
        if (value == null) {
            throw new CommandError(
                    MongoCode.MISSING_FIELD, "BSON field '" + field + "." + part + "' is missing but a required field");
        }
        if (!value.isString()) {
            throw WrongType.of(field + "." + part, value, "string");
        }
        return value.asString().getValue();
    }
}
