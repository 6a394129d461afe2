package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.Connection;
import dev.mayfly.app.cli.admin.Query;
import dev.mayfly.app.cli.admin.Where;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Brings hidden documents back. */
@Command(
        name = "restore",
        header = "Bring expired documents back, with a new lifetime.",
        description = {
            "",
            "Examples:",
            "  mayfly expired restore demo.sessions alice --ttl 1d",
            "  mayfly expired restore demo.sessions --since 10m --ttl 1h     # all that expired of late",
            "  mayfly expired restore demo.sessions --all --ttl forever --yes"
        })
final class ExpiredRestoreCommand implements Callable<Integer> {
    @Mixin
    private Connection server = new Connection();

    @Mixin
    private Where where = new Where();

    @Mixin
    private Hidden hidden = new Hidden();

    @Mixin
    private Output output = new Output();

    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "The documents.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    @Option(
            names = "--ttl",
            paramLabel = "LIFETIME",
            required = true,
            description = "The new lifetime: 1d, \"until INSTANT\", forever or inherit.")
    private String lifetime = "";

    @Override
    public Integer call() {
        boolean isMany = all || hidden.isNarrowed();
        if (isMany != ids.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "say which: IDs, --since or --all");
        }
        CollectionPath path = where.find(server, collection);
        List<String> wanted = isMany ? found(path) : ids;
        if (isMany && !wanted.isEmpty()) {
            output.confirm("Restore " + Words.of(wanted.size(), "document") + "?");
        }
        List<JsonNode> restored = new ArrayList<>();
        int failed = 0;
        try (Progress progress = output.progress("restored", "documents")) {
            for (String id : wanted) {
                try {
                    restored.add(restored(path, id));
                } catch (CommandFailure failure) {
                    if (!isMany) {
                        throw failure;
                    }
                    failed++;
                    output.note(id + ": " + failure.getMessage());
                }
                progress.advance(restored.size() + failed, wanted.size());
            }
        }
        show(restored);
        return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<String> found(CollectionPath path) {
        List<String> found = new ArrayList<>();
        hidden.each(server, path, Long.MAX_VALUE, document -> found.add(document.path("id").asString("")));
        return found;
    }

    private JsonNode restored(CollectionPath path, String id) {
        String address = path.at("/hidden/" + Query.encoded(id) + "/restore").toString();
        return server.send("POST", address, Given.object().put("lifetime", lifetime));
    }

    private void show(List<JsonNode> restored) {
        Table table = new Table().text("ID", "id").instant("DEADLINE", "deadline");
        if (output.isTable()) {
            output.line("Restored " + Words.of(restored.size(), "document") + ".");
        } else {
            output.list(restored, table);
        }
    }
}
