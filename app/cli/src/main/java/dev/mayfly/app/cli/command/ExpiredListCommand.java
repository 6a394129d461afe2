package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
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

/** Lists hidden documents. */
@Command(
        name = "list",
        header = "List documents that have expired and still stand.",
        description = {
            "",
            "Examples:",
            "  mayfly expired list demo.sessions",
            "  mayfly expired list demo.sessions --since 1h -o json",
            "  mayfly expired list demo.sessions --where '{\"user\": \"user-7\"}'      # mongo",
            "  mayfly expired list demo.events --where \"c.reading > 5\"             # cosmos"
        })
final class ExpiredListCommand implements Callable<Integer> {
    private static final int LIMIT = 100;
    private static final Table HIDDEN = new Table()
            .text("ID", "id")
            .instant("EXPIRED", "deadline")
            .instant("DEAD FROM", "deadFrom")
            .text("RULE", "rule")
            .figure("BYTES", "bytes", Words::bytes)
            .text("HELD", row -> row.path("held").asBoolean(false) ? "yes" : "no");

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private HiddenOptions hidden = new HiddenOptions();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Option(names = "--limit", paramLabel = "N", description = "Limit on the documents. Default: 100.")
    private long limit = LIMIT;

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    @Override
    public Integer call() {
        CollectionPath path = where.find(server, collection);
        List<JsonNode> rows = new ArrayList<>();
        boolean isMore = hidden.each(server, path, all ? Long.MAX_VALUE : limit, rows::add);
        output.list(rows, HIDDEN);
        if (isMore) {
            output.note("There are more: say --limit or --all.");
        }
        return ExitCode.OK;
    }
}
