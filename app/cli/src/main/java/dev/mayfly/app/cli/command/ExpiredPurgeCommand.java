package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.Connection;
import dev.mayfly.app.cli.admin.Where;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Destroys hidden documents at once. */
@Command(
        name = "purge",
        header = "Destroy expired documents at once, except what is held; nothing brings them back.",
        description = {
            "",
            "Examples:",
            "  mayfly expired purge demo.sessions alice",
            "  mayfly expired purge demo.sessions --all      # asks first"
        })
final class ExpiredPurgeCommand implements Callable<Integer> {
    @Mixin
    private Connection server = new Connection();

    @Mixin
    private Where where = new Where();

    @Mixin
    private Output output = new Output();

    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "The documents.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    @Override
    public Integer call() {
        if (all != ids.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "say which: IDs or --all");
        }
        CollectionPath path = where.find(server, collection);
        ObjectNode request = Given.object();
        if (all) {
            output.confirm("Destroy everything in " + path + " that has expired?");
            request.put("all", true);
        } else {
            ArrayNode named = request.putArray("ids");
            ids.forEach(named::add);
        }
        JsonNode purged = server.send("POST", path.at("/hidden/purge").toString(), request);
        output.show(purged, () -> {
            long held = purged.path("held").asLong();
            output.line("Destroyed " + Words.of(purged.path("purged").asLong(), "document") + ", "
                    + Words.bytes(purged.path("bytes")) + (held == 0 ? "." : "; " + held + " held."));
        });
        return purged.path("missing").asLong() == 0 ? ExitCode.OK : ExitCode.NOT_FOUND;
    }
}
