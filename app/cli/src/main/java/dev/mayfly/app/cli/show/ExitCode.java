package dev.mayfly.app.cli.show;

/** The exit codes of commands, for scripts. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int REFUSED = 3;
    public static final int NOT_FOUND = 4;
    public static final int UNAVAILABLE = 5;
    public static final int NO_JAVA = 69;
    public static final int CONFIG = 78;

    private static final String[] HELP = {
        "0:done",
        "1:failed",
        "2:wrong usage",
        "3:refused: a guard, a missing right, or a clock that is not virtual",
        "4:not found",
        "5:the server does not answer",
        "69:no JDK 25 (said by the launcher), or no Java 17 for the nodes of mayfly cluster",
        "78:the configuration is refused"
    };

    private ExitCode() {}

    /** For the foot of every help page. */
    public static String[] help() {
        return HELP.clone();
    }
}
