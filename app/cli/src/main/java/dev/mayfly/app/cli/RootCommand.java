package dev.mayfly.app.cli;

import dev.mayfly.app.cli.cluster.ClusterCommand;
import dev.mayfly.app.cli.command.BackupCommand;
import dev.mayfly.app.cli.command.ClockCommand;
import dev.mayfly.app.cli.command.ExpiredCommand;
import dev.mayfly.app.cli.command.ForecastCommand;
import dev.mayfly.app.cli.command.GetCommand;
import dev.mayfly.app.cli.command.HoldCommand;
import dev.mayfly.app.cli.command.IndexCommand;
import dev.mayfly.app.cli.command.LsCommand;
import dev.mayfly.app.cli.command.NodesCommand;
import dev.mayfly.app.cli.command.PutCommand;
import dev.mayfly.app.cli.command.QueryCommand;
import dev.mayfly.app.cli.command.RmCommand;
import dev.mayfly.app.cli.command.SchemaCreateCommand;
import dev.mayfly.app.cli.command.SchemaDropCommand;
import dev.mayfly.app.cli.command.StatusCommand;
import dev.mayfly.app.cli.command.TtlCommand;
import dev.mayfly.app.cli.command.UserCommand;
import dev.mayfly.app.cli.command.WatchCommand;
import dev.mayfly.app.cli.command.transfer.ExportCommand;
import dev.mayfly.app.cli.command.transfer.ImportCommand;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Surroundings;
import dev.mayfly.app.cli.show.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line: its table of contents. */
@Command(
        name = "mayfly",
        header = "A document database in which every document knows when it dies.",
        description = {
            "",
            "Examples:",
            "  mayfly serve --demo                           # documents that expire while you watch",
            "  mayfly status                                 # the server on one page",
            "  mayfly forecast --next 10m                    # what expires when",
            "  mayfly ttl explain demo.sessions 7            # why a document does or does not expire",
            "  mayfly COMMAND --help                         # examples and options of a command"
        },
        footer = {
            "",
            "In a checkout, the launcher also has:",
            "  test                every check; --all adds the slow ones",
            "  testkit             put mayfly-junit into the local Maven repository",
            "  dist                make the archives of a release in target/dist",
            "  release --dry-run   check what Maven Central would be given"
        })
final class RootCommand implements Runnable, Surroundings {
    private static final List<Class<?>> COMMANDS = List.of(
            ServeCommand.class,
            ClusterCommand.class,
            StatusCommand.class,
            HealthCommand.class,
            NodesCommand.class,
            LsCommand.class,
            GetCommand.class,
            PutCommand.class,
            RmCommand.class,
            SchemaCreateCommand.class,
            SchemaDropCommand.class,
            IndexCommand.class,
            UserCommand.class,
            QueryCommand.class,
            ImportCommand.class,
            ExportCommand.class,
            TtlCommand.class,
            ForecastCommand.class,
            ExpiredCommand.class,
            HoldCommand.class,
            WatchCommand.class,
            ClockCommand.class,
            BackupCommand.class,
            RestoreBackupCommand.class,
            CheckCommand.class,
            ConfigCommand.class,
            CompletionCommand.class,
            BenchCommand.class,
            VersionCommand.class);

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private RootCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the command line that parses these words, or any words if none are given. */
    static CommandLine line(PrintWriter out, PrintWriter err, Terminal terminal, String... words) {
        CommandLine line = new CommandLine(new RootCommand(terminal));
        meant(words).forEach(line::addSubcommand);
        line.setOut(out).setErr(err);
        line.setExecutionExceptionHandler((failure, failed, _) -> Failures.say(failure, failed.getErr()));
        line.setParameterExceptionHandler((wrong, _) -> Failures.say(wrong));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        HelpPages.arrange(line);
        return line;
    }

    /** The command that the first word names: to make all of them takes longer than most of them run. */
    private static List<Class<?>> meant(String... words) {
        for (Class<?> command : COMMANDS) {
            boolean isWholeLineNeeded = command == CompletionCommand.class;
            if (words.length > 0 && words[0].equals(nameOf(command)) && !isWholeLineNeeded) {
                return List.of(command);
            }
        }
        return COMMANDS;
    }

    private static String nameOf(Class<?> command) {
        return Objects.requireNonNull(command.getAnnotation(Command.class)).name();
    }

    @Override
    public Terminal terminal() {
        return terminal;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new CommandFailure(ExitCode.USAGE, "say what to do");
    }
}
