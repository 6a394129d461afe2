package dev.mayfly.face.mongo.command.session;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/**
 * {@code commitTransaction} and {@code abortTransaction} where there is no transaction; existing ones end before a command
 * is run.
 */
public final class EndTransactionCommand implements MongoCommand {
    private final String name;

    private EndTransactionCommand(String name) {
        this.name = name;
    }

    public static MongoCommand commit() {
        return new EndTransactionCommand(CommandNames.COMMIT);
    }

    public static MongoCommand abort() {
        return new EndTransactionCommand(CommandNames.ABORT);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> fields() {
        return Set.of("recoveryToken", "commitTimestamp");
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        throw new CommandError(MongoCode.COMMAND_FAILED, name + " must be run within a transaction");
    }
}
