package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.value.Value;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

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
    private final transient @Nullable Value details;

    public QueryException(int code, String message) {
        this(code, message, null);
    }

    /** @param details what clients are to know of its cause, as JSON, or null */
    public QueryException(int code, String message, @Nullable Value details) {
        super(message, null, false, false);
        this.code = code;
        this.details = details;
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

    /** What clients are to know of its cause, or null. */
    public @Nullable Value details() {
        return details;
    }

    /** What the answer calls the text. */
    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
