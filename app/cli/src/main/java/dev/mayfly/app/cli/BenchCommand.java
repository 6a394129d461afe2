package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Refers the user to the launcher: measuring is done from a checkout. */
@Command(
        name = "bench",
        header = "Compare with other servers through real drivers; from a checkout, by the launcher ./mayfly.",
        description = {
            "",
            "Examples:",
            "  ./mayfly bench                                # all that is found on this machine",
            "  ./mayfly bench --help                         # what it can measure"
        })
final class BenchCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new CommandFailure(
                ExitCode.USAGE, "there is nothing to measure outside of a checkout; there say ./mayfly bench");
    }
}
