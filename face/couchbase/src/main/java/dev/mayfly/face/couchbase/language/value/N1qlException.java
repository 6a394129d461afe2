package dev.mayfly.face.couchbase.language.value;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A statement that is refused, or ends, with one of the query service's errors. */
public final class N1qlException extends RuntimeException {
    public static final int PARSE = 3000;
    public static final int SEMANTIC = 3100;
    public static final int EVALUATION = 5010;
    public static final int OUT_OF_RANGE = 5035;
    public static final int TOO_LARGE = 5037;
    public static final int MEMORY = 5500;

    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient @Nullable N1qlValue details;

    public N1qlException(int code, String message) {
        this(code, message, null);
    }

    /** @param details what clients are to know of its cause, as JSON, or null */
    public N1qlException(int code, String message, @Nullable N1qlValue details) {
        super(message, null, false, false);
        this.code = code;
        this.details = details;
    }

    /** An expression that cannot be evaluated. */
    public static N1qlException evaluation(String fault) {
        return new N1qlException(EVALUATION, "Error evaluating expression - cause: " + fault);
    }

    /** Returns the error of a function that is asked for more values than an array can have. */
    public static N1qlException outOfRange(String function) {
        return new N1qlException(OUT_OF_RANGE, "Out of range evaluating " + function + "().");
    }

    /** A function whose result would become larger than the bound. */
    public static N1qlException tooLarge(String function, long bytes, long bytesMax) {
        return new N1qlException(
                TOO_LARGE, "Size of " + function + "() result exceeds limit (" + bytes + " > " + bytesMax + ").");
    }

    /** The number by which clients know the error. */
    public int code() {
        return code;
    }

    /** Returns the details of the cause for clients, or null. */
    public @Nullable N1qlValue details() {
        return details;
    }

    /** Returns the error text of the answer. */
    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
