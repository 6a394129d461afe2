package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.NearMiss;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The message and the exit code of a failed command. */
final class Failures {
    private static final Pattern CHOICE =
            Pattern.compile("Invalid value for (?:option|positional parameter at index \\d+) [('](.*)[)']:"
                    + " expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");
    private static final Pattern NUMBER = Pattern.compile("is not an? (long|int)$");

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
        err.println("mayfly: " + words(wrong));
        String command = line.getCommandSpec().qualifiedName();
        err.println(line.getHelp().synopsisHeading().strip() + " "
                + line.getHelp().synopsis(0).strip());
        err.println(command + " --help shows examples and options.");
        return ExitCode.USAGE;
    }

    private static String words(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unmatched(wrong.getCommandLine(), unmatched.getUnmatched().getFirst());
        }
        Matcher choice = CHOICE.matcher(String.valueOf(wrong.getMessage()));
        return choice.matches()
                ? choice.group(1) + ": it is one of " + choice.group(2).toLowerCase(Locale.ROOT) + ", not "
                        + choice.group(3)
                : NUMBER.matcher(String.valueOf(wrong.getMessage())).replaceFirst("is no whole number");
    }

    private static String unmatched(CommandLine line, String word) {
        if (word.startsWith("-")) {
            List<String> options = line.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .flatMap(option -> Stream.of(option.names()))
                    .toList();
            return "there is no option " + word + NearMiss.hint(word, options);
        }
        Set<String> commands = line.getSubcommands().keySet();
        return commands.isEmpty()
                ? "one word too many: " + word
                : "there is no command " + word + NearMiss.hint(word, commands);
    }
}
