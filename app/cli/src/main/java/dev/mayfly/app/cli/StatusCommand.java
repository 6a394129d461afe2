package dev.mayfly.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows a running server on one page. */
@Command(
        name = "status",
        header = "Show faces, clock, sweeper and documents of a running server.",
        description = {"", "Examples:", "  mayfly status", "  mayfly status -o json | jq .sweeper.backlog"})
final class StatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private Connection server = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        output.show(spec.commandLine().getOut(), server.get("/api/v1/status"));
        return ExitCode.OK;
    }
}
