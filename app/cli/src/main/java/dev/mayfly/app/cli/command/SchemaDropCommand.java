package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.DatabasePath;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Drops a database or a collection. */
@Command(
        name = "drop",
        header = "Drop a collection, a container, a bucket or a database with all that is in it.",
        description = {
            "",
            "Examples:",
            "  mayfly drop shop.sessions                     # asks first",
            "  mayfly drop cosmos/telemetry/readings --yes",
            "  mayfly drop couchbase/cache --yes             # a bucket"
        })
public final class SchemaDropCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "DB.COLL or FACE/DB/COLL; FACE/DB for a database or a bucket.")
    private String name = "";

    @Override
    public Integer call() {
        DatabasePath database = DatabasePath.exact(name);
        JsonNode dropped = database == null ? collection() : database(database);
        output.show(
                dropped, () -> output.line("Dropped: " + dropped.path("name").asString("") + "."));
        return ExitCode.OK;
    }

    private JsonNode database(DatabasePath path) {
        output.confirm("Drop " + name + " with all its collections?");
        return server.delete(path.address());
    }

    private JsonNode collection() {
        CollectionPath path = where.find(server, name);
        long live = server.get(path.at("").toString()).path("live").asLong();
        output.confirm("Drop " + path + " with " + Words.of(live, "live document") + "?");
        return server.delete(path.at("").toString());
    }
}
