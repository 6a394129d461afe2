package dev.mayfly.face.mongo.language.error;

/** A query that MongoDB would refuse, with the code, its name and the text that it would answer. */
public class QueryException extends RuntimeException {
    public static final int BAD_VALUE = 2;

    private final int code;
    private final String codeName;

    public QueryException(int code, String codeName, String message) {
        super(message, null, false, false);
        this.code = code;
        this.codeName = codeName;
    }

    public static QueryException badValue(String message) {
        return new QueryException(BAD_VALUE, "BadValue", message);
    }

    public int code() {
        return code;
    }

    public String codeName() {
        return codeName;
    }
}
