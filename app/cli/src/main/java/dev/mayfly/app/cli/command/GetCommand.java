package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows one document. */
@Command(
        name = "get",
        header = "Show a document and the time it has left.",
        description = {
            "",
            "Examples:",
            "  mayfly get demo.sessions 30",
            "  mayfly get demo.sessions 30 --raw             # the document alone",
            "  mayfly get demo.events '[\"device-0\", \"12\"]' -o json | jq .timeLeftMillis"
        })
public final class GetCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private DocumentName document = new DocumentName();

    @Mixin
    private Output output = new Output();

    @Option(names = "--raw", description = "The document alone.")
    private boolean raw;

    @Override
    public Integer call() {
        JsonNode shown = server.get(document.path(server, where, ""));
        if (raw) {
            output.line(DocumentDrawing.content(output, shown));
        } else {
            output.show(shown, () -> new DocumentDrawing(output).draw(shown));
        }
        return ExitCode.OK;
    }
}
