package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Brings hidden documents back. */
@Command(
        name = "restore",
        header = "Bring expired documents back, with a new lifetime.",
        description = {
            "",
            "Examples:",
            "  mayfly expired restore demo.sessions 7 --ttl 1d",
            "  mayfly expired restore demo.sessions --since 10m --ttl 1h     # all that expired of late",
            "  mayfly expired restore demo.sessions --where '{\"user\": \"user-7\"}' --ttl 1h",
            "  mayfly expired restore demo.sessions --all --ttl forever --yes"
        })
final class ExpiredRestoreCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private HiddenSelection selection = new HiddenSelection();

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--ttl",
            paramLabel = "LIFETIME",
            required = true,
            description = "The new lifetime: 1d, \"until INSTANT\", forever or inherit.")
    private String lifetime = "";

    @Override
    public Integer call() {
        CollectionPath path = selection.find(server);
        boolean isMany = selection.isMany();
        List<JsonNode> wanted = isMany ? selection.matching(server, path) : named();
        if (isMany && !wanted.isEmpty()) {
            output.confirm("Restore " + Words.of(wanted.size(), "document") + "?");
        }
        List<JsonNode> restored = new ArrayList<>();
        int failed = 0;
        try (Progress progress = output.progress("restored", "documents")) {
            for (JsonNode document : wanted) {
                try {
                    restored.add(restored(path, document));
                } catch (CommandFailure failure) {
                    if (!isMany) {
                        throw failure;
                    }
                    failed++;
                    output.note(document.path("id").asString() + ": " + failure.getMessage());
                }
                progress.advance(restored.size() + failed, wanted.size());
            }
        }
        show(restored);
        return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<JsonNode> named() {
        List<JsonNode> named = new ArrayList<>();
        selection.ids().forEach(id -> named.add(ArgumentReader.object().put("id", id)));
        return named;
    }

    private JsonNode restored(CollectionPath path, JsonNode document) {
        String id = UrlQuery.encoded(document.path("id").asString());
        ObjectNode request = ArgumentReader.object().put("lifetime", lifetime);
        if (document.has("version")) {
            request.set("version", document.path("version"));
        }
        return server.send("POST", path.at("/hidden/" + id + "/restore").toString(), request);
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
