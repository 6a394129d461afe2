package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs a query in the language of a face. */
@Command(
        name = "query",
        header = "Ask a collection in the language of its face: a filter, a pipeline, or a statement.",
        description = {
            "",
            "Examples:",
            "  mayfly query demo.sessions '{\"user\": \"user-7\"}'                       # mongo: a filter",
            "  mayfly query demo.sessions '{}' --sort '{\"expiresAt\": 1}' --limit 5",
            "  mayfly query demo.sessions '[{\"$count\": \"all\"}]'                      # mongo: a pipeline",
            "  mayfly query demo.events 'SELECT c.id FROM c WHERE c.reading > 5'     # cosmos",
            "  mayfly query demo._default._default 'SELECT META().id, hits FROM _default' -o jsonl"
        })
public final class QueryCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(index = "1", paramLabel = "QUESTION", description = "A filter, a pipeline, or a statement.")
    private String question = "";

    @Option(names = "--projection", paramLabel = "JSON", description = "With a filter: which fields.")
    private @Nullable String projection;

    @Option(names = "--sort", paramLabel = "JSON", description = "With a filter: the order.")
    private @Nullable String sort;

    @Option(names = "--parameters", paramLabel = "JSON", description = "Of a statement.")
    private @Nullable String parameters;

    @Option(names = "--limit", paramLabel = "N", description = "Limit on the rows, at most 1,000. Default: 100.")
    private @Nullable Integer limit;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "How long it may take. Default: 10s.")
    private @Nullable String timeout;

    @Override
    public Integer call() {
        CollectionPath path = where.find(server, collection);
        JsonNode answer = server.send("POST", path.at("/query").toString(), request(path));
        List<JsonNode> rows = List.copyOf(answer.path("items").values());
        if (output.isTable()) {
            new RowDrawing(output).draw(rows);
        } else {
            output.list(rows, columns(rows));
        }
        if (answer.path("truncated").asBoolean(false)) {
            output.note("There are more: say --limit.");
        }
        return ExitCode.OK;
    }

    private ObjectNode request(CollectionPath path) {
        ObjectNode request = ArgumentReader.object();
        if (!path.face().equals("mongo")) {
            request.put("statement", question);
        } else {
            JsonNode asked = ArgumentReader.json("the question", question);
            request.set(asked.isArray() ? "pipeline" : "filter", asked);
        }
        set(request, "projection", projection);
        set(request, "sort", sort);
        set(request, "parameters", parameters);
        if (limit != null) {
            request.put("limit", limit);
        }
        if (timeout != null) {
            request.put("timeoutMillis", ArgumentReader.duration(timeout).toMillis());
        }
        return request;
    }

    private static void set(ObjectNode request, String name, @Nullable String json) {
        if (json != null) {
            request.set(name, ArgumentReader.json("--" + name, json));
        }
    }

    /** A column for each field of the first level that some row has. */
    static Table columns(List<JsonNode> rows) {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.propertyNames()));
        Table table = new Table();
        if (names.isEmpty()) {
            return table.text("VALUE", RowDrawing::text);
        }
        for (String name : names) {
            table.text(name, row -> RowDrawing.text(row.path(name)));
        }
        return table;
    }
}
