package dev.mayfly.app.console.page;

/** A page that cannot be shown. */
final class PageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    PageException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
