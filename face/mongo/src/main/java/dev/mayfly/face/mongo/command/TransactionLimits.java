package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import java.util.Set;

/** Refuses what a command may not do within a transaction. */
public final class TransactionLimits {
    private static final Set<String> CLOSED_DATABASES = Set.of("admin", "config", "local");

    private TransactionLimits() {}

    /** Refuses to go on within a transaction to a database of the server's own. */
    public static void requireOpenDatabase(CommandContext context, String database) {
        if (context.transaction() != null) {
            requireOpen(database);
        }
    }

    public static void requireOpen(String database) {
        if (CLOSED_DATABASES.contains(database)) {
            throw notSupported("Cannot run command against the '" + database + "' database in a transaction.");
        }
    }

    /** Refuses to write within a transaction to a collection whose documents come one by one. */
    public static void requireWritable(CommandContext context, Collection collection) {
        if (context.transaction() != null && CappedLimits.of(collection.record()) != null) {
            throw notSupported("Collection '" + collection.name().database() + "."
                    + collection.name().collection()
                    + "' is a capped collection. Writes in transactions are not allowed on capped collections.");
        }
    }

    public static CommandError notSupported(String text) {
        return new CommandError(MongoCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION, text);
    }
}
