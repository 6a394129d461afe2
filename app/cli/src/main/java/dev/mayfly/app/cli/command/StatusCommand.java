package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows a running server on one page. */
@Command(
        name = "status",
        header = "Show faces, clock, sweeper and documents of a running server.",
        description = {
            "",
            "Examples:",
            "  mayfly status",
            "  mayfly status --watch 1s                      # again every second, until interrupted",
            "  mayfly status -o json | jq .sweeper.backlog"
        })
public final class StatusCommand implements Callable<Integer> {
    /** Smaller offsets are nobody's concern. */
    private static final long OFFSET_SHOWN = 250;

    private static final Table FACES =
            new Table().text("FACE", "face").text("ADDRESS", "address").text("CONNECTION STRING", "connectionString");

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--watch",
            paramLabel = "DURATION",
            arity = "0..1",
            fallbackValue = "1s",
            description = "Show it again and again. Default of DURATION: 1s.")
    private @Nullable String watch;

    @Option(names = "--count", paramLabel = "N", description = "With --watch: the number of times to print, then stop.")
    private long count = Long.MAX_VALUE;

    @Override
    public Integer call() {
        long pause = watch == null ? 0 : ArgumentReader.duration(watch).toMillis();
        for (long shown = 0; shown < (watch == null ? 1 : count); shown++) {
            if (shown > 0) {
                Pause.of(pause);
            }
            clear();
            JsonNode status = server.get("/api/v1/status");
            output.show(status, () -> draw(status));
            output.out().flush();
        }
        return ExitCode.OK;
    }

    /** A person sees one page that changes; a program gets page after page. */
    private void clear() {
        if (watch != null && output.isTable() && output.terminal().isSeen()) {
            output.out().print("\u001b[H\u001b[2J");
        }
    }

    private void draw(JsonNode status) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put(
                "mayfly",
                status.path("version").asString() + ", up since "
                        + status.path("startedAt").asString());
        lines.put("clock", clock(status.path("clock")));
        lines.put("store", store(status.path("store")));
        lines.put("documents", documents(status.path("documents")));
        lines.put("sweeper", sweeper(status.path("sweeper")));
        lines.put("connections", connections(status.path("connections")));
        Output.rows(output.out(), lines);
        output.line("");
        output.table(List.copyOf(status.path("faces").values()), FACES);
    }

    static String clock(JsonNode clock) {
        String kind = clock.path("kind").asString();
        String frozen = clock.path("frozen").asBoolean(false) ? ", stands still" : "";
        String state = clock.path("state").asString();
        String guard = state.equals("steady") ? "" : ", " + state.replace('_', ' ');
        long behind = clock.path("behindMillis").asLong();
        String wall = behind == 0 ? "" : ", " + Words.duration(behind) + " ahead of the machine's";
        long offset = clock.path("offsetMillis").asLong(0);
        String others = Math.abs(offset) <= OFFSET_SHOWN
                ? ""
                : ", " + Words.duration(Math.abs(offset)) + (offset > 0 ? " ahead of" : " behind") + " the cluster's";
        return Words.instant(clock.path("now")) + ", " + kind + frozen + guard + wall + others;
    }

    private static String store(JsonNode store) {
        return store.path("place").asString() + ", " + Words.bytes(store.path("bytes"));
    }

    private static String documents(JsonNode documents) {
        return Words.count(documents.path("live")) + " live (" + Words.bytes(documents.path("liveBytes")) + "), "
                + Words.count(documents.path("grace")) + " in grace (" + Words.bytes(documents.path("graceBytes"))
                + "), " + Words.count(documents.path("overdue")) + " overdue ("
                + Words.bytes(documents.path("overdueBytes")) + "), in "
                + Words.of(documents.path("collections").asLong(), "collection");
    }

    private String sweeper(JsonNode sweeper) {
        String state = sweeper.path("state").asString();
        String overdue =
                Words.duration(Math.round(sweeper.path("oldestOverdueSeconds").asDouble() * 1_000));
        JsonNode next = sweeper.path("nextDue");
        return (state.equals("ok") ? state : output.warning(state.replace('_', ' '))) + ", backlog "
                + Words.count(sweeper.path("backlog")) + ", oldest overdue " + overdue + ", destroyed "
                + Words.count(sweeper.path("destroyed"))
                + (next.isObject() ? ", next due " + Words.instant(next) : "");
    }

    private static String connections(JsonNode connections) {
        return Words.count(connections.path("open")) + " open, " + Words.count(connections.path("refused"))
                + " refused";
    }
}
