package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Prints the server's time, and winds it if it is virtual. */
@Command(
        name = "clock",
        header = "Tell and wind the server's clock.",
        description = {
            "",
            "Examples:",
            "  mayfly clock now",
            "  mayfly clock advance 2h                       # returns when all that expired is swept",
            "  mayfly clock set 2026-12-31T23:59:59Z",
            "  mayfly clock confirm                          # the machine's clock is right, sweep again"
        })
public final class ClockCommand implements Runnable {
    private static final String PATH = "/api/v1/clock";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: now, advance, set, freeze, resume or confirm");
    }

    @Command(
            name = "now",
            header = "Tell the time that deadlines are compared with.",
            description = {"", "Examples:", "  mayfly clock now"})
    int now(@Mixin AdminConnection server, @Mixin Output output) {
        return show(output, server.get(PATH));
    }

    @Command(
            name = "advance",
            header = "Wind a virtual clock ahead; returns when everything that expired has been swept.",
            description = {"", "Examples:", "  mayfly clock advance 90s", "  mayfly clock advance 7d"})
    int advance(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "DURATION", description = "Such as 90s, 15m, 2h, 7d.") String by) {
        return show(output, server.post(PATH + "/advance?by=" + UrlQuery.encoded(by)));
    }

    @Command(
            name = "set",
            header = "Wind a virtual clock ahead to an instant.",
            description = {
                "",
                "Examples:",
                "  mayfly clock set 2026-12-31T23:59:59Z",
                "  mayfly clock set next-expiry                  # when the next document expires"
            })
    int set(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "INSTANT", description = "ISO-8601, seconds since the epoch, or next-expiry.")
                    String to) {
        return show(output, server.post(PATH + "/set?to=" + UrlQuery.encoded(to)));
    }

    @Command(
            name = "freeze",
            header = "Make virtual time stand still.",
            description = {"", "Examples:", "  mayfly clock freeze"})
    int freeze(@Mixin AdminConnection server, @Mixin Output output) {
        return show(output, server.post(PATH + "/freeze"));
    }

    @Command(
            name = "resume",
            header = "Let virtual time run at the machine's pace.",
            description = {"", "Examples:", "  mayfly clock resume"})
    int resume(@Mixin AdminConnection server, @Mixin Output output) {
        return show(output, server.post(PATH + "/resume"));
    }

    @Command(
            name = "confirm",
            header = "Declare the machine's clock right, so that sweeping goes on.",
            description = {"", "Examples:", "  mayfly clock confirm"})
    int confirm(@Mixin AdminConnection server, @Mixin Output output) {
        return show(output, server.post(PATH + "/confirm"));
    }

    private static int show(Output output, JsonNode clock) {
        output.show(clock, () -> output.line(StatusCommand.clock(clock)));
        return ExitCode.OK;
    }
}
