package dev.mayfly.app.cli;

/** What a command's exit tells a script. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int REFUSED = 3;
    static final int NOT_FOUND = 4;
    static final int UNAVAILABLE = 5;
    static final int CONFIG = 78;

    /** For the foot of every help page. */
    static final String[] HELP = {
        "0:done",
        "1:failed",
        "2:wrong usage",
        "3:refused: a guard, a missing right, or a clock that is not virtual",
        "4:not found",
        "5:the server does not answer",
        "69:no JDK 25 (said by the launcher)",
        "78:the configuration is refused"
    };

    private ExitCode() {}
}
