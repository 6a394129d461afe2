package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import dev.mayfly.app.server.FolderCheck;
import dev.mayfly.app.server.LogSetup;
import dev.mayfly.app.server.StartupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DIR", description = "The data folder.")
    private Path folder = Path.of("");

    @Option(names = "--repair", description = "Heal what can be healed, and say what was lost.")
    private boolean repair;

    @Override
    public Integer call() throws StartupException {
        LogSetup.applyToCommand();
        if (!Files.isDirectory(folder)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no folder " + folder);
        }
        FolderCheck.Outcome outcome = FolderCheck.run(folder, repair);
        output.show(json(outcome), () -> draw(outcome));
        return outcome.isClean() || (repair && outcome.isHealed()) ? ExitCode.OK : ExitCode.FAILED;
    }

    private static JsonNode json(FolderCheck.Outcome outcome) {
        ObjectNode shown = new JsonMapper().createObjectNode();
        shown.put("documents", outcome.documents());
        shown.put("indexEntries", outcome.indexEntries());
        shown.put("queueEntries", outcome.queueEntries());
        shown.put("found", outcome.found());
        shown.put("clean", outcome.isClean());
        FolderCheck.Loss loss = outcome.loss();
        if (loss != null) {
            shown.put("loss", words(loss));
        }
        ArrayNode problems = shown.putArray("problems");
        outcome.problems().stream().limit(PROBLEMS_SHOWN).forEach(problem -> problems.add(words(problem)));
        return shown;
    }

    private void draw(FolderCheck.Outcome outcome) {
        FolderCheck.Loss loss = outcome.loss();
        if (loss != null) {
            output.line(words(loss));
        }
        outcome.problems().stream().limit(PROBLEMS_SHOWN).forEach(problem -> output.line(words(problem)));
        if (outcome.found() > PROBLEMS_SHOWN) {
            output.line("... and " + (outcome.found() - PROBLEMS_SHOWN) + " more");
        }
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("documents", Words.count(outcome.documents()));
        lines.put("index entries", Words.count(outcome.indexEntries()));
        lines.put("queue entries", Words.count(outcome.queueEntries()));
        lines.put("found", outcome.isClean() ? "nothing wrong" : outcome.found() + " that do not fit");
        Output.rows(output.out(), lines);
    }

    private static String words(FolderCheck.Problem problem) {
        return problem.words() + (problem.healed() ? " (healed)" : "");
    }

    private static String words(FolderCheck.Loss loss) {
        return "the log " + loss.log() + " is damaged at byte " + loss.offset() + "; what lay in the " + loss.bytes()
                + " bytes behind was given up"
                + (loss.filesHadSome() ? ", except for what files held already" : "");
    }
}
