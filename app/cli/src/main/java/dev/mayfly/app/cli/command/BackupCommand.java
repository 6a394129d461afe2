package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Backs a running server up. */
@Command(
        name = "backup",
        header = "Back up a running server to a folder of its machine, verify that, or list what is there.",
        description = {
            "",
            "Examples:",
            "  mayfly backup                                 # into the configured folder of backups",
            "  mayfly backup nightly                         # a folder below it; only what is new is copied",
            "  mayfly backup nightly --verify                # read it against its checksums",
            "  mayfly backup nightly --list"
        })
public final class BackupCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 100;
    private static final Table KEPT = new Table()
            .figure("NUMBER", "number", Words::count)
            .text("MADE AT", "madeAt")
            .text("RELEASE", "release")
            .figure("FILES", "files", Words::count)
            .figure("BYTES", "bytes", Words::bytes);

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private Output output = new Output();

    @Parameters(arity = "0..1", paramLabel = "FOLDER", description = "Below the configured folder of backups.")
    private @Nullable String folder;

    @Option(names = "--verify", description = "Only read the latest backup against its checksums.")
    private boolean verify;

    @Option(names = "--list", description = "Only list what is there.")
    private boolean list;

    @Override
    public Integer call() {
        UrlQuery place = new UrlQuery("/api/v1/backups").with("folder", folder);
        if (list) {
            output.list(server.list(place, Long.MAX_VALUE), KEPT);
            return ExitCode.OK;
        }
        UrlQuery begin = verify ? new UrlQuery("/api/v1/backups/verify").with("folder", folder) : place;
        JsonNode ended = ended(server.post(begin.toString()));
        output.show(ended, () -> draw(ended));
        return ended.path("state").asString("").equals("done") ? ExitCode.OK : ExitCode.FAILED;
    }

    private JsonNode ended(JsonNode begun) {
        JsonNode operation = begun;
        String path = "/api/v1/operations/" + begun.path("id").asString("");
        try (Progress progress = output.progress(verify ? "verified" : "backed up", "bytes")) {
            while (operation.path("state").asString("").equals("running")) {
                Pause.of(LOOK_MILLIS);
                operation = server.get(path);
                progress.advance(
                        operation.path("done").asLong(), operation.path("total").asLong());
            }
        }
        return operation;
    }

    private void draw(JsonNode operation) {
        JsonNode result = operation.path("result");
        String state = operation.path("state").asString("");
        if (!state.equals("done")) {
            output.line(output.failure("It " + (state.equals("failed") ? "failed" : "was cancelled") + ": "
                    + operation.path("error").asString("")));
        } else if (verify) {
            output.line("Backup " + result.path("number").asString("") + " of "
                    + result.path("madeAt").asString("")
                    + " is whole: " + Words.of(result.path("files").asLong(), "file") + ", "
                    + Words.bytes(result.path("bytes")) + ".");
        } else {
            output.line("Backup " + result.path("number").asString("") + " in "
                    + result.path("folder").asString("")
                    + ": " + Words.of(result.path("files").asLong(), "file") + ", " + Words.bytes(result.path("bytes"))
                    + "; copied " + Words.of(result.path("copiedFiles").asLong(), "file") + ", "
                    + Words.bytes(result.path("copiedBytes")) + ".");
        }
    }
}
