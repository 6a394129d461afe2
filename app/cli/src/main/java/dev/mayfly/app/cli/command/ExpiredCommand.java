package dev.mayfly.app.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists expired documents that still exist. */
@Command(
        name = "expired",
        header = "List, restore and purge documents that have expired and still stand.",
        description = {
            "",
            "Examples:",
            "  mayfly expired list demo.sessions",
            "  mayfly expired restore demo.sessions 7 --ttl 1d",
            "  mayfly expired purge demo.sessions --all --yes"
        },
        subcommands = {ExpiredListCommand.class, ExpiredRestoreCommand.class, ExpiredPurgeCommand.class})
public final class ExpiredCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: list, restore or purge");
    }
}
