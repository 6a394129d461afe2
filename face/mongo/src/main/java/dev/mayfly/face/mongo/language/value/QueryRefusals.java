package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.Locale;

/** The refusals that many operators share, by their Mongo name. */
public final class QueryRefusals {
    private QueryRefusals() {}

    public static QueryException badValue(String message) {
        return new QueryException(2, "BadValue", message);
    }

    public static QueryException failedToParse(String message) {
        return new QueryException(9, "FailedToParse", message);
    }

    public static QueryException typeMismatch(String message) {
        return new QueryException(14, "TypeMismatch", message);
    }

    public static QueryException conversionFailure(String message) {
        return new QueryException(241, "ConversionFailure", message);
    }

    /** An error by its number; most have no name of their own. */
    public static QueryException location(int code, String message) {
        String name = switch (code) {
            case 2 -> "BadValue";
            case 9 -> "FailedToParse";
            case 14 -> "TypeMismatch";
            default -> "Location" + code;
        };
        return new QueryException(code, name, message);
    }

    /** More memory than an expression, or a request, may hold. */
    public static QueryException memoryExceeded(String message) {
        return new QueryException(146, "ExceededMemoryLimit", message);
    }

    public static QueryException memoryExceeded(MemoryLimitExceeded exceeded) {
        return memoryExceeded(exceeded.getMessage() + ". Memory limit: " + exceeded.limitBytes() + " bytes");
    }

    /** A document, or a string, that is larger than any may be. */
    public static QueryException tooLarge(long bytes) {
        return new QueryException(
                10334,
                "BSONObjectTooLarge",
                "BSONObj size: " + bytes + " (0x" + Long.toHexString(bytes).toUpperCase(Locale.ROOT)
                        + ") is invalid. Size must be between 0 and 16793600(16MB)");
    }

    /** More memory than an operator may take without spilling to disk. */
    public static QueryException memoryLimit(String message) {
        return new QueryException(292, "QueryExceededMemoryLimitNoDiskUseAllowed", message);
    }
}
