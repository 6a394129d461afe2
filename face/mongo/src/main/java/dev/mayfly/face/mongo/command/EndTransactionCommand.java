package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/**
 * {@code commitTransaction} and {@code abortTransaction} where there is no transaction; {@link TransactionCommand} ends
 * existing ones.
 */
final class EndTransactionCommand implements MongoCommand {
    private final String name;

    private EndTransactionCommand(String name) {
        this.name = name;
    }

    static MongoCommand commit() {
        return new EndTransactionCommand("commitTransaction");
    }

    static MongoCommand abort() {
        return new EndTransactionCommand("abortTransaction");
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
