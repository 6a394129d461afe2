package dev.mayfly.face.mongo.command;

/** The names of commands that others must recognise. */
public final class CommandNames {
    public static final String AGGREGATE = "aggregate";
    public static final String BULK_WRITE = "bulkWrite";

    /** The collection that the cursor of a bulkWrite names. */
    public static final String BULK_WRITE_RESULTS = "$cmd.bulkWrite";

    public static final String COMMIT = "commitTransaction";
    public static final String ABORT = "abortTransaction";
    public static final String CONFIGURE_FAIL_POINT = "configureFailPoint";
    public static final String GET_MORE = "getMore";

    private CommandNames() {}

    /** Returns whether the command commits or aborts a transaction. */
    public static boolean endsTransaction(MongoCommand command) {
        return command.name().equals(COMMIT) || command.name().equals(ABORT);
    }
}
