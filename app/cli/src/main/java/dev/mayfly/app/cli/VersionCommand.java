package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.server.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints the version of this build. */
@Command(
        name = "version",
        header = "Print the version.",
        description = {"", "Examples:", "  mayfly version", "  mayfly version -o json | jq -r .version"})
final class VersionCommand implements Callable<Integer> {
    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        String java = Runtime.version().toString();
        JsonNode known = new JsonMapper()
                .createObjectNode()
                .put("version", Version.current())
                .put("java", java);
        output.show(known, () -> output.line("mayfly " + Version.current() + " on Java " + java));
        return ExitCode.OK;
    }
}
