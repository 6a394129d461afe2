package dev.mayfly.face.mongo.language.value;

import dev.mayfly.face.mongo.language.QueryException;

/** The refusals that many operators share, by their Mongo name. */
public final class Refusals {
    private Refusals() {}

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

    /** More memory than an operator may take without spilling to disk. */
    public static QueryException memoryLimit(String message) {
        return new QueryException(292, "QueryExceededMemoryLimitNoDiskUseAllowed", message);
    }
}
