package dev.mayfly.app.console;

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

    static AdminException clockIsNotVirtual() {
        return new AdminException(
                409,
                "clock_not_virtual",
                "deadlines follow the machine's clock; start with --clock virtual to wind it");
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
