package dev.mayfly.face.mongo.query;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.language.error.QueryException;

/** The execution of a command after it was parsed: an error then says where it happened. */
public final class QueryExecution {
    private QueryExecution() {}

    /** The work to carry out. */
    @FunctionalInterface
    public interface Work<T> {
        T run();
    }

    /** Puts the context before the words of whatever is refused meanwhile. */
    public static <T> T within(String context, Work<T> work) {
        try {
            return work.run();
        } catch (QueryException refusal) {
            throw within(context, MongoErrors.of(refusal));
        } catch (CommandError refusal) {
            throw within(context, refusal);
        }
    }

    private static CommandError within(String context, CommandError refusal) {
        return new CommandError(refusal.code(), refusal.codeName(), context + " :: caused by :: " + refusal.text());
    }
}
