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

    /** The fields it knows, beside its own name and those that every command may carry. */
    default Set<String> fields() {
        return Set.of();
    }

    /** Whether fields it does not know are passed over instead of refused. */
    default boolean isLenient() {
        return false;
    }

    default Access access() {
        return Access.LOGGED_IN;
    }

    /** Whether it is served for the admin database alone. */
    default boolean isAdminOnly() {
        return false;
    }

    /** Whether its answer must never be packed, since the length of packed secrets tells about them. */
    default boolean isSecret() {
        return false;
    }

    /** Whether this very request waits for nothing and ends soon, so that it may run on the event loop. */
    default boolean isBounded(CommandRequest request) {
        return false;
    }

    /** Whether {@code maxTimeMS} says how long it may run. */
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
