package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Writes one document. */
@Command(
        name = "put",
        header = "Write a document, whether there is one of this id or not.",
        description = {
            "",
            "Examples:",
            "  mayfly put demo.sessions 99 '{\"user\": \"ada\"}'",
            "  mayfly put demo._default._default page:7 '{\"hits\": 1}' --ttl 15m",
            "  mayfly put demo.sessions 99 - < session.json  # from stdin",
            "  mayfly put demo.sessions 99 --touch --ttl 30m      # a new lifetime, the content stays"
        })
public final class PutCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private DocumentName document = new DocumentName();

    @Mixin
    private Output output = new Output();

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "JSON|-",
            description = "The document; - reads it from stdin.")
    private @Nullable String content;

    @Option(
            names = "--ttl",
            paramLabel = "LIFETIME",
            description =
                    "15m, \"until INSTANT\", forever or inherit; of other faces than couchbase with --touch only.")
    private @Nullable String lifetime;

    @Option(names = "--touch", description = "Only give the document that is there another lifetime.")
    private boolean touch;

    @Override
    public Integer call() throws IOException {
        JsonNode written = touch ? touched() : written();
        output.show(written, () -> {
            String left = written.has("timeLeftMillis")
                    ? "expires in " + Words.left(written.path("timeLeftMillis"))
                    : "never expires";
            output.line("Written: " + written.path("id").asString("") + " " + left + ".");
        });
        return ExitCode.OK;
    }

    private JsonNode touched() {
        if (lifetime == null || content != null) {
            throw new CommandFailure(ExitCode.USAGE, "--touch needs --ttl, and takes no document");
        }
        String path = document.path(server, where, "/touch");
        return server.send("POST", path, ArgumentReader.object().put("lifetime", lifetime));
    }

    private JsonNode written() throws IOException {
        if (content == null) {
            throw new CommandFailure(ExitCode.USAGE, "say what to write: JSON, or - for stdin");
        }
        String text = content.equals("-")
                ? new String(output.terminal().input().readAllBytes(), StandardCharsets.UTF_8)
                : content;
        CollectionPath collection = document.collection(server, where);
        String path = document.query(collection, "").with("lifetime", lifetime).toString();
        return server.send("PUT", path, ArgumentReader.json("the document", text));
    }
}
