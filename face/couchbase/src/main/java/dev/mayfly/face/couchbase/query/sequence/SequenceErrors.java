package dev.mayfly.face.couchbase.query.sequence;

import dev.mayfly.face.couchbase.language.value.N1qlException;

/** The errors of sequences, and the codes of their warnings. */
public final class SequenceErrors {
    /** A cache so small that it costs a write every few numbers. */
    public static final int SMALL_CACHE = 19115;

    /** PREVVAL before NEXTVAL. */
    public static final int NO_PREVIOUS = 19118;

    private static final int NOT_ENABLED = 19100;
    private static final int CREATE = 19101;
    private static final int ALTER = 19102;
    private static final int INVALID_RANGE = 19104;
    private static final int INVALID_CACHE = 19105;
    public static final int NOT_FOUND = 19106;
    public static final int EXISTS = 19108;
    private static final int INVALID_DATA = 19110;
    private static final int EXHAUSTED = 19111;
    private static final int INVALID_NAME = 19113;
    private static final int READ_ONLY = 19114;
    private static final int NAME_PARTS = 19116;
    private static final int INVALID_OPTION = 12038;
    private static final int INVALID_VALUE = 12039;

    private SequenceErrors() {}

    static N1qlException notEnabled(String bucket) {
        return new N1qlException(NOT_ENABLED, "Sequence support is not enabled for '" + bucket + "'");
    }

    static N1qlException notCreated(SequenceName name, N1qlException cause) {
        return new N1qlException(CREATE, "Create failed for sequence '" + name.text() + "' - cause: " + cause.text());
    }

    static N1qlException notAltered(SequenceName name, N1qlException cause) {
        return new N1qlException(ALTER, "Alter failed for sequence '" + name.text() + "' - cause: " + cause.text());
    }

    static N1qlException invalidRange(long least, long greatest) {
        return new N1qlException(INVALID_RANGE, "Invalid range " + least + " to " + greatest);
    }

    static N1qlException invalidCache(long cache) {
        return new N1qlException(INVALID_CACHE, "Invalid cache value " + cache);
    }

    static N1qlException notFound(SequenceName name) {
        return new N1qlException(NOT_FOUND, "Sequence '" + name.text() + "' not found");
    }

    static N1qlException exists(SequenceName name) {
        return new N1qlException(EXISTS, "Sequence '" + name.text() + "' already exists");
    }

    static N1qlException invalidData() {
        return new N1qlException(INVALID_DATA, "Invalid sequence data");
    }

    static N1qlException exhausted(SequenceName name) {
        return new N1qlException(EXHAUSTED, "Sequence '" + name.text() + "' has reached its limit");
    }

    public static N1qlException invalidName(SequenceName name) {
        return new N1qlException(INVALID_NAME, "Invalid sequence name '" + name.text() + "'");
    }

    public static N1qlException readOnly() {
        return new N1qlException(READ_ONLY, "Sequences cannot be used in read-only requests");
    }

    /** @param written the name as far as it is said */
    public static N1qlException incompleteName(String written) {
        return new N1qlException(
                NAME_PARTS, "Sequence name resolves to 'default:" + written + "' - check query_context?");
    }

    static N1qlException invalidOption(String option) {
        return new N1qlException(INVALID_OPTION, "Invalid option '" + option + "'");
    }

    static N1qlException invalidValue(String option) {
        return new N1qlException(INVALID_VALUE, "Invalid value for '" + option + "'");
    }

    /** Returns whether an error is about the options of a sequence, rather than about its name. */
    static boolean isOfOptions(N1qlException refused) {
        return switch (refused.code()) {
            case INVALID_RANGE, INVALID_CACHE, INVALID_OPTION, INVALID_VALUE -> true;
            default -> false;
        };
    }
}
