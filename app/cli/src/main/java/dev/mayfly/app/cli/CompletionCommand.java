package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.ExitCode;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes what a shell needs to complete our commands. */
@Command(
        name = "completion",
        header = "Print a completion script for bash, zsh or fish.",
        description = {
            "",
            "Examples:",
            "  source <(mayfly completion bash)",
            "  source <(mayfly completion zsh)",
            "  mayfly completion fish > ~/.config/fish/completions/mayfly.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    /** The shells we write for. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "bash|zsh|fish", description = "The shell. Default: bash.")
    private Shell shell = Shell.BASH;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        OfferedWords.addTo(root);
        String script = switch (shell) {
            // The script for bash makes zsh read it, too.
            case BASH, ZSH -> AutoComplete.bash("mayfly", root);
            case FISH -> FishCompletion.of(root);
        };
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
