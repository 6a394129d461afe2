package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the fields of a command against those that it may carry. */
public final class CommandFields {
    private CommandFields() {}

    /**
     * Refuses unknown and duplicate fields.
     *
     * @param known the fields that the command may carry
     */
    public static void check(MongoCommand command, Set<String> known, CommandRequest request) {
        if (command.isLenient()) {
            return;
        }
        View.Fields given = request.body().fields();
        given.next();
        // No longer than the list of known fields, and so short that a search by hash would cost more.
        List<String> seen = new ArrayList<>();
        while (given.next()) {
            String field = given.name();
            if (seen.contains(field)) {
                throw duplicate(command, field);
            }
            seen.add(field);
            if (!known.contains(field) && !GenericFields.NAMES.contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD,
                        "BSON field '" + command.name() + "." + field + "' is an unknown field.");
            }
        }
        for (WireMessage.DocumentSequence sequence : request.message().sequences()) {
            checkSequence(command, known, request, sequence.name());
        }
    }

    private static void checkSequence(MongoCommand command, Set<String> known, CommandRequest request, String name) {
        if (!known.contains(name)) {
            throw new CommandError(
                    MongoCode.UNKNOWN_FIELD, "BSON field '" + command.name() + "." + name + "' is an unknown field.");
        }
        if (request.body().field(name) != null) {
            throw duplicate(command, name);
        }
    }

    private static CommandError duplicate(MongoCommand command, String field) {
        return new CommandError(
                MongoCode.DUPLICATE_FIELD, "BSON field '" + command.name() + "." + field + "' is a duplicate field");
    }
}
