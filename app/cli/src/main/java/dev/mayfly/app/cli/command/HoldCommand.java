package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
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

/** Places, lists and releases holds, which keep documents from being destroyed. */
@Command(
        name = "hold",
        header = "Keep documents from being destroyed; they are hidden when they expire all the same.",
        description = {
            "",
            "Examples:",
            "  mayfly hold add demo.sessions case-17 --reason 'letter of 3 May'     # the whole collection",
            "  mayfly hold add demo.sessions case-18 --id 7",
            "  mayfly hold list demo.sessions",
            "  mayfly hold rm demo.sessions case-17"
        })
public final class HoldCommand implements Runnable {
    private static final Table HOLDS = new Table()
            .text("NAME", "name")
            .text("ID", row -> row.path("id").asString("(all)"))
            .instant("SINCE", "since")
            .text("BY", "by")
            .text("REASON", "reason");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: add, rm or list");
    }

    @Command(
            name = "add",
            header = "Hold a document, or all of a collection.",
            description = {
                "",
                "Examples:",
                "  mayfly hold add demo.sessions case-17 --reason 'letter of 3 May'",
                "  mayfly hold add demo.sessions case-18 --id 7"
            })
    int add(
            @Mixin AdminConnection server,
            @Mixin CollectionOption where,
            @Mixin Output output,
            @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.") String collection,
            @Parameters(paramLabel = "NAME", description = "The name of the hold.") String name,
            @Option(names = "--id", paramLabel = "ID", description = "Only this document.") @Nullable String id,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it stands in the audit.") @Nullable
                    String reason) {
        ObjectNode request = ArgumentReader.object();
        if (id != null) {
            request.put("id", id);
        }
        if (reason != null) {
            request.put("reason", reason);
        }
        CollectionPath path = where.find(server, collection);
        JsonNode hold =
                server.send("PUT", path.at("/holds/" + UrlQuery.encoded(name)).toString(), request);
        output.show(hold, () -> output.line("Held: " + hold.path("id").asString("all of " + path) + "."));
        return ExitCode.OK;
    }

    @Command(
            name = "rm",
            header = "Release what a hold has held.",
            description = {"", "Examples:", "  mayfly hold rm demo.sessions case-17"})
    int remove(
            @Mixin AdminConnection server,
            @Mixin CollectionOption where,
            @Mixin Output output,
            @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.") String collection,
            @Parameters(paramLabel = "NAME", description = "The name of the hold.") String name) {
        CollectionPath path = where.find(server, collection);
        JsonNode released =
                server.delete(path.at("/holds/" + UrlQuery.encoded(name)).toString());
        output.show(released, () -> output.line("Released: " + name + "."));
        return ExitCode.OK;
    }

    @Command(
            name = "list",
            header = "List the holds of a collection.",
            description = {"", "Examples:", "  mayfly hold list demo.sessions"})
    int list(
            @Mixin AdminConnection server,
            @Mixin CollectionOption where,
            @Mixin Output output,
            @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.") String collection) {
        output.list(server.list(where.find(server, collection).at("/holds"), Long.MAX_VALUE), HOLDS);
        return ExitCode.OK;
    }
}
