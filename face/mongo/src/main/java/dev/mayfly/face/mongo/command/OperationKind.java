package dev.mayfly.face.mongo.command;

/** The kind that a command is counted as. */
enum OperationKind {
    QUERY(Latency.READS),
    GET_MORE(Latency.READS),
    /** Another command that reads documents. */
    READ(Latency.READS),
    INSERT(Latency.WRITES),
    UPDATE(Latency.WRITES),
    REMOVE(Latency.WRITES),
    FIND_AND_MODIFY(Latency.WRITES),
    /** A command that asks about collections, or about the server. */
    QUESTION(Latency.COMMANDS),
    /** A command that changes what is there beside documents. */
    CHANGE(Latency.COMMANDS);

    /** The categories by which MongoDB sums the times of operations. */
    enum Latency {
        READS("reads"),
        WRITES("writes"),
        COMMANDS("commands");

        private final String word;

        Latency(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    private final Latency latency;

    OperationKind(Latency latency) {
        this.latency = latency;
    }

    Latency latency() {
        return latency;
    }

    static OperationKind of(MongoCommand command) {
        return switch (command.name()) {
            case "find" -> QUERY;
            case ShownOperation.GET_MORE -> GET_MORE;
            case "insert" -> INSERT;
            case ShownOperation.UPDATE, CommandNames.BULK_WRITE -> UPDATE;
            case "delete" -> REMOVE;
            case "findAndModify" -> FIND_AND_MODIFY;
            case "aggregate", "count", "distinct" -> READ;
            default -> command.access() == Access.WRITE || command.access() == Access.MANAGE ? CHANGE : QUESTION;
        };
    }
}
