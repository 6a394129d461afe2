package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Everything about lifetimes: what a collection says of them, changes of that, and the brake of the sweeper. */
@Command(
        name = "ttl",
        header = "Show, change, explain and check lifetimes; pause and resume sweeping.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl show demo.sessions",
            "  mayfly ttl set demo.sessions --field expiresAt --after 1h --dry-run",
            "  mayfly ttl explain demo.sessions 7            # which rule, which instant",
            "  mayfly ttl doctor                             # suspicious rules and values, everywhere",
            "  mayfly ttl pause                              # destroy nothing for now; reads stay exact"
        },
        subcommands = {
            TtlShowCommand.class,
            TtlSetCommand.class,
            TtlUnsetCommand.class,
            TtlExplainCommand.class,
            TtlDoctorCommand.class,
            TtlUndoCommand.class
        })
public final class TtlCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "say what: show, set, unset, explain, doctor, undo, pause or resume");
    }

    @Command(
            name = "pause",
            header = "Destroy nothing until resumed; expired documents stay hidden.",
            description = {"", "Examples:", "  mayfly ttl pause"})
    int pause(@Mixin AdminConnection server, @Mixin Output output) {
        JsonNode sweeper = server.post("/api/v1/ttl/pause");
        output.show(sweeper, () -> output.line("Paused: nothing is destroyed until mayfly ttl resume."));
        return ExitCode.OK;
    }

    @Command(
            name = "resume",
            header = "Sweep again.",
            description = {"", "Examples:", "  mayfly ttl resume"})
    int resume(@Mixin AdminConnection server, @Mixin Output output) {
        JsonNode sweeper = server.post("/api/v1/ttl/resume");
        output.show(
                sweeper,
                () -> output.line(
                        "Sweeping; " + Words.of(sweeper.path("backlog").asLong(), "document") + " to destroy."));
        return ExitCode.OK;
    }
}
