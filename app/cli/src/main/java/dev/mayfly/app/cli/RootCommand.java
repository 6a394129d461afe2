package dev.mayfly.app.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: its table of contents. */
@Command(
        name = "mayfly",
        header = "A document database in which every document knows when it dies.",
        description = {
            "",
            "Examples:",
            "  mayfly serve --demo                           # documents that expire while you watch",
            "  mayfly ttl explain demo.sessions alice        # why a document does or does not expire",
            "  mayfly COMMAND --help                         # examples and options of a command"
        },
        subcommands = {
            ServeCommand.class,
            StatusCommand.class,
            CheckCommand.class,
            TtlCommand.class,
            ClockCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        })
final class RootCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    static CommandLine line(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new RootCommand()).setOut(out).setErr(err);
        line.setExecutionExceptionHandler((failure, failed, _) -> Failures.say(failure, failed.getErr()));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        HelpPages.arrange(line);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do");
    }
}
