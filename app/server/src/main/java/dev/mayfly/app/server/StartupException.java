package dev.mayfly.app.server;

/** A server that could not start though its configuration is sound: a port is taken, a folder is in use. */
public final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    public StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
