package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Words;
import dev.mayfly.app.server.LogSetup;
import dev.mayfly.app.server.Restore;
import dev.mayfly.app.server.StartupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Restores a backup into a data folder. Needs no server; no server may have the folder open. */
@Command(
        name = "restore-backup",
        header = "Make a new data folder of the latest backup in a folder; what has expired since stays hidden.",
        description = {
            "",
            "Examples:",
            "  mayfly restore-backup ./data-backups/nightly ./restored",
            "  mayfly restore-backup ./data-backups ./restored --expiry hold    # destroy nothing until released",
            "  mayfly serve --data ./restored"
        })
final class RestoreBackupCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Parameters(index = "0", paramLabel = "BACKUP", description = "The folder that backups were written to.")
    private Path backup = Path.of("");

    @Parameters(index = "1", paramLabel = "DATA", description = "The new data folder; empty, or not there yet.")
    private Path data = Path.of("");

    @Option(
            names = "--expiry",
            paramLabel = "keep|hold|drop",
            description = "Expired documents are swept as ever, held until mayfly hold rm, or left out. Default: keep.")
    private Restore.Expiry expiry = Restore.Expiry.KEEP;

    @Override
    public Integer call() throws StartupException {
        LogSetup.applyToCommand();
        if (!Files.isDirectory(backup)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no folder " + backup);
        }
        Restore.Outcome outcome;
        try (Progress progress = output.progress("restored", "bytes")) {
            outcome = Restore.run(backup, data, expiry, progress::advance);
        }
        ObjectNode shown = new JsonMapper().createObjectNode();
        shown.put("number", outcome.number()).put("madeAt", outcome.madeAt()).put("release", outcome.release());
        shown.put("bytes", outcome.bytes()).put("live", outcome.live()).put("expired", outcome.expired());
        shown.put("dropped", outcome.dropped());
        output.show(
                shown,
                () -> output.line(
                        "Restored backup " + outcome.number() + " of " + outcome.madeAt() + " into " + data + ": "
                                + Words.count(outcome.live()) + " live, " + Words.count(outcome.expired())
                                + " expired and hidden, " + Words.count(outcome.dropped()) + " left out."));
        return ExitCode.OK;
    }
}
