package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.server.FolderCheck;
import dev.mayfly.app.server.LogSetup;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ServerConfig.LogStyle;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies a data folder that no server has open. */
@Command(
        name = "check",
        header = "Verify that documents, indexes, expiry queues and unique entries of a data folder agree.",
        description = {
            "",
            "Examples:",
            "  mayfly check ./data                # exit code 1 if anything does not fit",
            "  mayfly check ./data --repair       # heal it, and open a log that is damaged in the middle"
        })
final class CheckCommand implements Callable<Integer> {
    private static final int PROBLEMS_SHOWN = 100;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The data folder.")
    private Path folder = Path.of("");

    @Option(names = "--repair", description = "Heal what can be healed, and say what was lost.")
    private boolean repair;

    @Override
    public Integer call() throws StartupException {
        LogSetup.apply(new LogStyle(LogStyle.Format.TEXT, "warn"));
        PrintWriter out = spec.commandLine().getOut();
        FolderCheck.Outcome outcome = FolderCheck.run(folder, repair);
        FolderCheck.Loss loss = outcome.loss();
        if (loss != null) {
            showLoss(out, loss);
        }
        outcome.problems().stream().limit(PROBLEMS_SHOWN).forEach(problem -> out.println(words(problem)));
        if (outcome.found() > PROBLEMS_SHOWN) {
            out.println("... and " + (outcome.found() - PROBLEMS_SHOWN) + " more");
        }
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("documents", String.valueOf(outcome.documents()));
        lines.put("index entries", String.valueOf(outcome.indexEntries()));
        lines.put("queue entries", String.valueOf(outcome.queueEntries()));
        lines.put("found", outcome.isClean() ? "nothing wrong" : outcome.found() + " that do not fit");
        Output.rows(out, lines);
        return outcome.isClean() || (repair && outcome.isHealed()) ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String words(FolderCheck.Problem problem) {
        return problem.words() + (problem.healed() ? " (healed)" : "");
    }

    private static void showLoss(PrintWriter out, FolderCheck.Loss loss) {
        out.println("the log " + loss.log() + " is damaged at byte " + loss.offset() + "; what lay in the "
                + loss.bytes() + " bytes behind was given up"
                + (loss.filesHadSome() ? ", except for what files held already" : ""));
    }
}
