package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says which build this is. */
@Command(
        name = "version",
        header = "Print the version.",
        description = {"", "Examples:", "  mayfly version"})
final class VersionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().getOut().println("mayfly " + Version.current() + " on Java " + Runtime.version());
        return ExitCode.OK;
    }
}
