package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Words;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Destroys hidden documents at once. */
@Command(
        name = "purge",
        header = "Destroy expired documents at once, except what is held; nothing brings them back.",
        description = {
            "",
            "Examples:",
            "  mayfly expired purge demo.sessions 7",
            "  mayfly expired purge demo.sessions --since 1h",
            "  mayfly expired purge demo.sessions --where '{\"user\": \"user-7\"}'",
            "  mayfly expired purge demo.sessions --all      # asks first, as do --since and --where"
        })
final class ExpiredPurgeCommand implements Callable<Integer> {
    /** The number of ids in one request. */
    private static final int BATCH = 1_000;

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private HiddenSelection selection = new HiddenSelection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        CollectionPath path = selection.find(server);
        boolean isMany = selection.isMany();
        JsonNode purged =
                selection.isEverything() ? everything(path) : some(path, isMany ? found(path) : selection.ids());
        output.show(purged, () -> {
            long held = purged.path("held").asLong();
            output.line("Destroyed " + Words.of(purged.path("purged").asLong(), "document") + ", "
                    + Words.bytes(purged.path("bytes")) + (held == 0 ? "." : "; " + Words.count(held) + " held."));
        });
        return isMany || purged.path("missing").asLong() == 0 ? ExitCode.OK : ExitCode.NOT_FOUND;
    }

    private JsonNode everything(CollectionPath path) {
        output.confirm("Destroy everything in " + path + " that has expired?");
        return purged(path, ArgumentReader.object().put("all", true));
    }

    /** A document laid aside is no longer under its id, so a purge does not find it there. */
    private List<String> found(CollectionPath path) {
        List<String> found = selection.matching(server, path).stream()
                .filter(document -> !document.path("aside").asBoolean(false))
                .map(document -> document.path("id").asString())
                .toList();
        if (!found.isEmpty()) {
            output.confirm("Destroy " + Words.of(found.size(), "expired document") + " of " + path + "?");
        }
        return found;
    }

    private JsonNode some(CollectionPath path, List<String> wanted) {
        ObjectNode sum = ArgumentReader.object()
                .put("purged", 0L)
                .put("bytes", 0L)
                .put("held", 0L)
                .put("missing", 0L);
        try (Progress progress = output.progress("destroyed", "documents")) {
            for (int from = 0; from < wanted.size(); from += BATCH) {
                List<String> batch = wanted.subList(from, Math.min(wanted.size(), from + BATCH));
                ObjectNode request = ArgumentReader.object();
                batch.forEach(request.putArray("ids")::add);
                JsonNode part = purged(path, request);
                for (String count : List.copyOf(sum.propertyNames())) {
                    sum.put(count, sum.path(count).asLong() + part.path(count).asLong());
                }
                progress.advance(from + batch.size(), wanted.size());
            }
        }
        return sum;
    }

    private JsonNode purged(CollectionPath path, ObjectNode request) {
        return server.send("POST", path.at("/hidden/purge").toString(), request);
    }
}
