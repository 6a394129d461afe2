package dev.mayfly.app.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes what a shell needs to complete our commands. */
@Command(
        name = "completion",
        header = "Print a completion script for bash and zsh.",
        description = {"", "Examples:", "  source <(mayfly completion)"})
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println(AutoComplete.bash("mayfly", spec.root().commandLine()));
        return ExitCode.OK;
    }
}
