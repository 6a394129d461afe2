package dev.mayfly.face.couchbase.language;

import java.io.Serial;

/** A statement that is refused, or ends, with one of the query service's errors. */
public final class QueryException extends RuntimeException {
    public static final int PARSE = 3000;
    public static final int SEMANTIC = 3100;
    public static final int EVALUATION = 5010;
    public static final int OUT_OF_RANGE = 5035;
    public static final int TOO_LARGE = 5037;
    public static final int MEMORY = 5500;

    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;

    public QueryException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** An expression that cannot be evaluated. */
    public static QueryException evaluation(String fault) {
        return new QueryException(EVALUATION, "Error evaluating expression - cause: " + fault);
    }

    /** A function that is asked for more values than an array can have. */
    public static QueryException outOfRange(String function) {
        return new QueryException(OUT_OF_RANGE, "Out of range evaluating " + function + "().");
    }

    /** A function whose result would become larger than the bound. */
    public static QueryException tooLarge(String function, long bytes, long bytesMax) {
        return new QueryException(
                TOO_LARGE, "Size of " + function + "() result exceeds limit (" + bytes + " > " + bytesMax + ").");
    }

    /** The number by which clients know the error. */
    public int code() {
        return code;
    }

    /** What the answer calls the text. */
    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
