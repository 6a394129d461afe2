package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import java.io.PrintWriter;

/** What a failed command says, and its exit code. */
final class Failures {
    private Failures() {}

    static int say(Exception failure, PrintWriter err) {
        return switch (failure) {
            case ConfigException refused -> {
                refused.mistakes().forEach(mistake -> err.println("mayfly: " + mistake));
                yield ExitCode.CONFIG;
            }
            case StartupException stopped -> {
                err.println("mayfly: " + stopped.getMessage());
                yield ExitCode.FAILED;
            }
            case CommandFailure expected -> {
                err.println("mayfly: " + expected.getMessage());
                yield expected.exitCode();
            }
            default -> {
                err.println("mayfly: this should not have happened, please report it");
                failure.printStackTrace(err);
                yield ExitCode.FAILED;
            }
        };
    }
}
