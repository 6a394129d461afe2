package dev.mayfly.app.cli;

import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Everything about lifetimes: the brake of the sweeper, and why one document does or does not expire. */
@Command(
        name = "ttl",
        header = "Pause and resume sweeping, explain a document's lifetime.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl explain demo.sessions alice        # which rule, which instant",
            "  mayfly ttl explain shop.carts '{\"$oid\": \"65a000000000000000000001\"}'",
            "  mayfly ttl pause                              # destroy nothing for now; reads stay exact"
        })
final class TtlCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: pause, resume or explain");
    }

    @Command(
            name = "pause",
            header = "Destroy nothing until resumed; expired documents stay hidden.",
            description = {"", "Examples:", "  mayfly ttl pause"})
    int pause(@Mixin Connection server, @Mixin Output output) {
        output.show(out(), server.post("/api/v1/ttl/pause"));
        return ExitCode.OK;
    }

    @Command(
            name = "resume",
            header = "Sweep again.",
            description = {"", "Examples:", "  mayfly ttl resume"})
    int resume(@Mixin Connection server, @Mixin Output output) {
        output.show(out(), server.post("/api/v1/ttl/resume"));
        return ExitCode.OK;
    }

    @Command(
            name = "explain",
            header = "Say why a document will expire, has expired, or never does.",
            description = {
                "",
                "Examples:",
                "  mayfly ttl explain demo.sessions alice",
                "  mayfly ttl explain demo.events 42 -o json",
                "  mayfly ttl explain --face cosmos salesdb.orders '[\"CO1\", \"SO05\"]'"
            })
    int explain(
            @Mixin Connection server,
            @Mixin Output output,
            @Option(
                            names = "--face",
                            paramLabel = "FACE",
                            defaultValue = "mongo",
                            description = "Whose collection. Default: mongo.")
                    String face,
            @Parameters(paramLabel = "DB.COLL", description = "The collection.") String collection,
            @Parameters(
                            paramLabel = "ID",
                            description =
                                    "The document: Extended JSON, or a plain word; of an item its partition key and"
                                            + " id.")
                    String id) {
        int dot = collection.indexOf('.');
        if (dot <= 0 || dot == collection.length() - 1) {
            throw new ParameterException(spec.commandLine(), "name the collection as DB.COLL");
        }
        String path = "/api/v1/collections/" + encoded(face) + "/" + encoded(collection.substring(0, dot)) + "/"
                + encoded(collection.substring(dot + 1)) + "/explain?id=" + encoded(jsonOf(id));
        JsonNode answer = server.get(path);
        if (!output.isJson()) {
            out().println(answer.path("why").asString());
            out().println();
        }
        output.show(out(), answer);
        return ExitCode.OK;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** What is not JSON is a word that somebody did not quote. */
    private static String jsonOf(String id) {
        JsonMapper mapper = new JsonMapper();
        try {
            mapper.readTree(id);
            return id;
        } catch (JacksonException _) {
            return mapper.writeValueAsString(id);
        }
    }
}
