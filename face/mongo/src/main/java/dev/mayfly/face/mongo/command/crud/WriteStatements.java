package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoSettings;
import java.util.List;

/** The statements of a command that writes: at least one, and not too many. */
final class WriteStatements {
    private static final int INVALID_LENGTH = 16;

    private WriteStatements() {}

    /** Returns whether the first failure stops the rest; always in a transaction, since a failure ends it. */
    static boolean isOrdered(CommandContext context, CommandRequest request) {
        return context.transaction() != null || request.bool("ordered", true);
    }

    static List<BsonView> of(CommandRequest request, String field) {
        List<BsonView> statements = request.documents(field);
        if (statements.isEmpty() || statements.size() > MongoSettings.WRITE_BATCH_MAX) {
            throw new CommandError(
                    INVALID_LENGTH,
                    "InvalidLength",
                    "Write batch sizes must be between 1 and " + MongoSettings.WRITE_BATCH_MAX + ". Got "
                            + statements.size() + " operations.");
        }
        return statements;
    }
}
