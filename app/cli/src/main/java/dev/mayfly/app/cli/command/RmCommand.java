package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Removes documents. */
@Command(
        name = "rm",
        header = "Remove live documents.",
        description = {
            "",
            "Examples:",
            "  mayfly rm demo.sessions 30",
            "  mayfly rm demo.sessions 30 31 32 --missing-ok",
            "  mayfly rm demo.events '[\"device-0\", \"12\"]'"
        })
public final class RmCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "ID", description = "The documents.")
    private List<String> ids = List.of();

    @Option(names = "--partition-key", paramLabel = "JSON", description = "Of items whose IDs do not say it.")
    private @Nullable String partitionKey;

    @Option(names = "--missing-ok", description = "It is no failure if one is not there.")
    private boolean missingOk;

    @Override
    public Integer call() {
        CollectionPath path = where.find(server, collection);
        List<JsonNode> removed = new ArrayList<>();
        for (String id : ids) {
            try {
                removed.add(server.delete(
                        path.document(id, "").with("partitionKey", partitionKey).toString()));
            } catch (CommandFailure failure) {
                if (!missingOk || failure.exitCode() != ExitCode.NOT_FOUND) {
                    throw failure;
                }
            }
        }
        if (output.isTable()) {
            output.line("Removed " + Words.of(removed.size(), "document") + ".");
        } else {
            output.list(
                    removed,
                    new Table()
                            .text("ID", "id")
                            .text("DELETED", row -> row.path("deleted").asString()));
        }
        return ExitCode.OK;
    }
}
