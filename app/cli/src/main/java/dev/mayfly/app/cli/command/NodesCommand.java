package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Lists the servers that share a store. */
@Command(
        name = "nodes",
        header = "List the servers of a cluster, with their addresses and how far their clocks are off.",
        description = {"", "Examples:", "  mayfly nodes", "  mayfly nodes -o json | jq '.[].offsetMillis'"})
public final class NodesCommand implements Callable<Integer> {
    private static final Table NODES = new Table()
            .text("SERVER", NodesCommand::server)
            .text("REGION", "region")
            .text("STATE", row -> row.path("state").asString("").replace('_', ' '))
            .figure("OFFSET MS", "offsetMillis", NodesCommand::offset)
            .text("RELEASE", "version")
            .instant("STARTED", "startedAt")
            .prose("SERVICES", NodesCommand::services);

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        List<JsonNode> rows = server.list(new UrlQuery("/api/v1/nodes"), Long.MAX_VALUE);
        output.list(rows, NODES);
        return ExitCode.OK;
    }

    private static String server(JsonNode row) {
        return row.path("address").asString("") + (row.path("isSelf").asBoolean(false) ? " (this one)" : "");
    }

    private static String offset(JsonNode offset) {
        return offset.isNumber() ? offset.asString() : "";
    }

    private static String services(JsonNode row) {
        return row.path("services")
                .valueStream()
                .map(each -> each.path("service").asString() + " "
                        + each.path("address").asString())
                .collect(Collectors.joining(", "));
    }
}
