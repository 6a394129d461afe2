package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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

    /** A line that cannot be understood: what is wrong with it, what may be meant, and where to read on. */
    static int say(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("mayfly: " + wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, err);
        String command = line.getCommandSpec().qualifiedName();
        err.println(line.getHelp().synopsisHeading().strip() + " " + line.getHelp().synopsis(0).strip());
        err.println(command + " --help shows examples and options.");
        return ExitCode.USAGE;
    }
}
