package dev.mayfly.app.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies a data folder that no server has open. */
@Command(
        name = "check",
        header = "Verify that documents, indexes, expiry queues and unique entries of a data folder agree.",
        description = {"", "Examples:", "  mayfly check ./data", "  mayfly check ./data --repair"})
final class CheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The data folder.")
    private @Nullable Path folder;

    @Option(names = "--repair", description = "Heal what can be healed, and say what was lost.")
    private boolean repair;

    @Override
    public Integer call() {
        throw new CommandFailure(
                ExitCode.FAILED, "check " + folder + (repair ? " --repair" : "") + " is not there yet");
    }
}
