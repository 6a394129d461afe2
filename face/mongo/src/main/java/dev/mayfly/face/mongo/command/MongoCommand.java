package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;

/** One command. Safe for concurrent use. */
public interface MongoCommand {
    /** As clients write it, and as it stands in messages. */
    String name();

    /** Other spellings that mean the same. */
    default List<String> aliases() {
        return List.of();
    }

    /** Returns the fields it knows, besides its own name and those that every command may carry. */
    default Set<String> fields() {
        return Set.of();
    }

    /** Returns whether unknown fields are ignored instead of refused. */
    default boolean isLenient() {
        return false;
    }

    default Access access() {
        return Access.LOGGED_IN;
    }

    /** Returns whether the command is served for the admin database only. */
    default boolean isAdminOnly() {
        return false;
    }

    /**
     * Returns whether the answer must never be compressed, since the length of compressed secrets reveals something of
     * them.
     */
    default boolean isSecret() {
        return false;
    }

    /** Returns whether this request waits for nothing and ends soon, so that it may run on the event loop. */
    default boolean isBounded(CommandRequest request) {
        return false;
    }

    /** Returns whether {@code maxTimeMS} limits the run time. */
    default boolean isTimed() {
        return true;
    }

    /**
     * Does it and answers.
     *
     * @throws CommandError for whatever the client did wrong
     */
    Reply run(CommandContext context, CommandRequest request);
}
