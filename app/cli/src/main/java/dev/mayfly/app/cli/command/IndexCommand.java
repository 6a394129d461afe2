package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists, makes and drops indexes. */
@Command(
        name = "index",
        header = "List the indexes of a collection with their use, add one, or drop one.",
        description = {
            "",
            "Examples:",
            "  mayfly index list demo.sessions",
            "  mayfly index add demo.sessions by_user --field user --field -seen",
            "  mayfly index add demo.sessions seen_1 --field seen --expire-after 7d     # mongo: documents expire by it",
            "  mayfly index drop demo.sessions by_user"
        })
public final class IndexCommand implements Runnable {
    private static final Table INDEXES = new Table()
            .text("NAME", row -> row.path("index").path("name").asString(""))
            .text("FIELDS", row -> fields(row.path("index")))
            .text("UNIQUE", row -> row.path("index").path("unique").asBoolean(false) ? "yes" : "")
            .text("EXPIRES", row -> row.path("index").path("expires").asBoolean(false) ? "yes" : "")
            .figure("USES", "uses", Words::count);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: list, add or drop");
    }

    private static String fields(JsonNode index) {
        List<String> fields = new ArrayList<>();
        for (JsonNode field : index.path("fields")) {
            String path = field.path("path").asString("");
            fields.add(field.path("ascending").asBoolean(true) ? path : "-" + path);
        }
        return String.join(", ", fields);
    }

    private static String path(CollectionPath collection, String name) {
        return collection.at("/indexes/" + UrlQuery.encoded(name)).toString();
    }

    @Command(
            name = "list",
            header = "List the indexes of a collection, and how often queries have used them.",
            description = {"", "Examples:", "  mayfly index list demo.sessions"})
    int list(
            @Mixin AdminConnection server,
            @Mixin CollectionOption where,
            @Mixin Output output,
            @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.") String collection) {
        JsonNode all = server.get(where.find(server, collection).at("/indexes").toString());
        output.list(List.copyOf(all.path("items").values()), INDEXES);
        for (JsonNode build : all.path("builds")) {
            output.note(build.path("index").asString("") + " is being built: "
                    + Words.count(build.path("done").asLong()) + " of "
                    + Words.of(build.path("total").asLong(), "document") + ".");
        }
        return ExitCode.OK;
    }

    @Command(
            name = "add",
            header = "Build an index, and wait for it.",
            description = {
                "",
                "Examples:",
                "  mayfly index add demo.sessions by_user --field user --field -seen",
                "  mayfly index add demo.sessions seen_1 --field seen --expire-after 7d"
            })
    int add(
            @Mixin AdminConnection server,
            @Mixin CollectionOption where,
            @Mixin Output output,
            @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.") String collection,
            @Parameters(paramLabel = "NAME", description = "The name of the index.") String name,
            @Option(
                            names = "--field",
                            paramLabel = "PATH",
                            description = "A field; a minus in front for a descending order.")
                    @Nullable
                    List<String> fields,
            @Option(names = "--unique", description = "Of mongo: no two documents have the same value.") boolean unique,
            @Option(
                            names = "--expire-after",
                            paramLabel = "DURATION",
                            description = "Of mongo: documents expire so long after the date in the field.")
                    @Nullable
                    String expireAfter) {
        ObjectNode request = ArgumentReader.object();
        if (fields != null) {
            fields.forEach(request.putArray("fields")::add);
        }
        if (unique) {
            request.put("unique", true);
        }
        if (expireAfter != null) {
            request.put("expireAfter", expireAfter);
        }
        JsonNode begun = server.send("PUT", path(where.find(server, collection), name), request);
        JsonNode built = OperationWait.done(server, output, begun, "indexed").path("result");
        output.show(
                built,
                () -> output.line("Built: " + name + " over "
                        + Words.of(built.path("documents").asLong(), "document") + "."));
        return ExitCode.OK;
    }

    @Command(
            name = "drop",
            header = "Drop an index; a rule that rests on it ends.",
            description = {"", "Examples:", "  mayfly index drop demo.sessions by_user"})
    int drop(
            @Mixin AdminConnection server,
            @Mixin CollectionOption where,
            @Mixin Output output,
            @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.") String collection,
            @Parameters(paramLabel = "NAME", description = "The name of the index.") String name) {
        CollectionPath path = where.find(server, collection);
        output.confirm("Drop the index " + name + " of " + path + "?");
        JsonNode dropped = server.delete(path(path, name));
        output.show(dropped, () -> output.line("Dropped: " + name + "."));
        return ExitCode.OK;
    }
}
