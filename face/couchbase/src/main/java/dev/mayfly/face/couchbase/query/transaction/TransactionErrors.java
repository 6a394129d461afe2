package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The errors of transactions. What clients are to do about one stands in its cause: retry, roll back, or raise. */
public final class TransactionErrors {
    private TransactionErrors() {}

    public static QueryException notSupported(String type, String where) {
        return new QueryException(17002, type + " statement is not supported " + where + " transaction");
    }

    static QueryException notPresent(String id) {
        return new QueryException(17004, "Transaction context error: transaction (" + id + ") is not present");
    }

    static QueryException outOfOrder(long before, long now) {
        return new QueryException(17005, "Transaction statement is out of order (" + before + ", " + now + ") ");
    }

    static QueryException notStarted(String why) {
        return new QueryException(17006, "Start Transaction statement error: " + why);
    }

    /** The transaction was rolled back, since somebody else has written what it was to write; it may be tried again. */
    static QueryException conflict(String why) {
        return new QueryException(17007, "Commit Transaction statement error", cause(why, true));
    }

    static QueryException notCommitted(String why) {
        return new QueryException(17007, "Commit Transaction statement error", cause(why, false));
    }

    private static Value cause(String why, boolean retry) {
        SequencedMap<String, Value> cause = new LinkedHashMap<>();
        cause.put("cause", Values.of(why));
        cause.put("raise", Values.of("failed"));
        cause.put("retry", Values.of(retry));
        cause.put("rollback", Values.FALSE);
        return Values.object(cause);
    }

    static QueryException noSavepoint(String name) {
        return new QueryException(17009, name + " savepoint is not defined");
    }

    static QueryException expired() {
        return new QueryException(17010, "Transaction timeout");
    }

    public static QueryException duplicateKey(String key) {
        return new QueryException(17012, "Duplicate Key: " + key);
    }

    static QueryException inUse() {
        return new QueryException(17013, "Parallel execution of the statements are not allowed within the transaction");
    }

    public static QueryException keyNotFound(String key) {
        return new QueryException(17014, "Key not found: " + key);
    }

    public static QueryException casMismatch(String what, String key, long actual, long expected) {
        return new QueryException(
                17015,
                what + " cas (actual:" + Long.toUnsignedString(actual) + ", expected:" + Long.toUnsignedString(expected)
                        + ") mismatch for key: " + key);
    }

    static QueryException memory(long used, long most) {
        return new QueryException(17016, "Transaction memory (" + used + ") exceeded quota (" + most + ")");
    }

    static QueryException tooMany() {
        return new QueryException(17021, "Transaction queue is full");
    }

    public static QueryException staging(String why) {
        return new QueryException(17020, "Transaction staging error: " + why);
    }
}
