package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The errors of transactions. Their causes tell clients to retry, roll back, or raise. */
public final class TransactionErrors {
    private TransactionErrors() {}

    public static N1qlException notSupported(String type, String where) {
        return new N1qlException(17002, type + " statement is not supported " + where + " transaction");
    }

    static N1qlException notPresent(String id) {
        return new N1qlException(17004, "Transaction context error: transaction (" + id + ") is not present");
    }

    static N1qlException outOfOrder(long before, long now) {
        return new N1qlException(17005, "Transaction statement is out of order (" + before + ", " + now + ") ");
    }

    static N1qlException notStarted(String why) {
        return new N1qlException(17006, "Start Transaction statement error: " + why);
    }

    /** Returns the error of a transaction rolled back because of another's write; it may be tried again. */
    static N1qlException conflict(String why) {
        return new N1qlException(17007, "Commit Transaction statement error", cause(why, true));
    }

    static N1qlException notCommitted(String why) {
        return new N1qlException(17007, "Commit Transaction statement error", cause(why, false));
    }

    private static N1qlValue cause(String why, boolean retry) {
        SequencedMap<String, N1qlValue> cause = new LinkedHashMap<>();
        cause.put("cause", N1qlValues.of(why));
        cause.put("raise", N1qlValues.of("failed"));
        cause.put("retry", N1qlValues.of(retry));
        cause.put("rollback", N1qlValues.FALSE);
        return N1qlValues.object(cause);
    }

    static N1qlException noSavepoint(String name) {
        return new N1qlException(17009, name + " savepoint is not defined");
    }

    static N1qlException expired() {
        return new N1qlException(17010, "Transaction timeout");
    }

    public static N1qlException duplicateKey(String key) {
        return new N1qlException(17012, "Duplicate Key: " + key);
    }

    static N1qlException inUse() {
        return new N1qlException(17013, "Parallel execution of the statements are not allowed within the transaction");
    }

    public static N1qlException keyNotFound(String key) {
        return new N1qlException(17014, "Key not found: " + key);
    }

    public static N1qlException casMismatch(String what, String key, long actual, long expected) {
        return new N1qlException(
                17015,
                what + " cas (actual:" + Long.toUnsignedString(actual) + ", expected:" + Long.toUnsignedString(expected)
                        + ") mismatch for key: " + key);
    }

    static N1qlException memory(long used, long most) {
        return new N1qlException(17016, "Transaction memory (" + used + ") exceeded quota (" + most + ")");
    }

    static N1qlException tooMany() {
        return new N1qlException(17021, "Transaction queue is full");
    }

    public static N1qlException staging(String why) {
        return new N1qlException(17020, "Transaction staging error: " + why);
    }
}
