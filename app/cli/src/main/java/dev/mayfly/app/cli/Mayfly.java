package dev.mayfly.app.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: its table of contents. */
@Command(
        name = "mayfly",
        header = "A document database in which every document knows when it dies.",
        subcommands = {
            ServeCommand.class,
            StatusCommand.class,
            CheckCommand.class,
            TtlCommand.class,
            ClockCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        })
public final class Mayfly implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(run(new PrintWriter(System.out, true, StandardCharsets.UTF_8), errors(), args));
    }

    private static PrintWriter errors() {
        return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    }

    /** Runs one command line, and answers with its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine(out, err).execute(args);
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new Mayfly()).setOut(out).setErr(err);
        line.setExecutionExceptionHandler(new Failures());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        HelpPages.arrange(line);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do");
    }
}
