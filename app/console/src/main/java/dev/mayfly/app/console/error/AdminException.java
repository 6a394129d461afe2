package dev.mayfly.app.console.error;

/** A request that is answered with an error. */
public final class AdminException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    /** @param code a word for programs */
    public AdminException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    public static AdminException badRequest(String message) {
        return new AdminException(400, "bad_request", message);
    }

    public static AdminException notFound(String message) {
        return new AdminException(404, "not_found", message);
    }

    public static AdminException conflict(String message) {
        return new AdminException(409, "conflict", message);
    }

    public static AdminException clockIsNotVirtual() {
        return new AdminException(
                409,
                "clock_not_virtual",
                "deadlines follow the machine's clock; start with --clock virtual to wind it");
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** A word for programs. */
    public String code() {
        return code;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
