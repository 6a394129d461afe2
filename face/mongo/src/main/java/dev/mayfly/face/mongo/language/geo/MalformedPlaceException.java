package dev.mayfly.face.mongo.language.geo;

/** A value that is no place, with the reason that MongoDB would give. Common in scans, hence without a stack trace. */
public final class MalformedPlaceException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The code with which an index refuses what is no geometry. */
    public static final int NOT_INDEXABLE = 16755;

    private final int code;

    MalformedPlaceException(String reason) {
        this(NOT_INDEXABLE, reason);
    }

    /** @param code with which an index refuses the value */
    MalformedPlaceException(int code, String reason) {
        super(reason, null, false, false);
        this.code = code;
    }

    public int code() {
        return code;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
