package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.cli.show.Words;
import dev.mayfly.app.server.config.NearMiss;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists collections, or the documents of one. */
@Command(
        name = "ls",
        header = "List collections, or the documents of one with the time they have left.",
        description = {
            "",
            "Examples:",
            "  mayfly ls                                     # collections of all faces",
            "  mayfly ls demo                                # of one database",
            "  mayfly ls demo.sessions                       # documents by key",
            "  mayfly ls demo.sessions --by expiry           # what dies next comes first",
            "  mayfly ls demo.sessions --by expiry --until 2026-01-01T00:05:00Z -o jsonl"
        })
public final class LsCommand implements Callable<Integer> {
    private static final int LIMIT = 100;
    private static final Table COLLECTIONS = new Table()
            .text("FACE", "face")
            .text("COLLECTION", row -> CollectionPath.of(row).dotted())
            .figure("LIVE", "live", Words::count)
            .figure("GRACE", "grace", Words::count)
            .figure("OVERDUE", "overdue", Words::count)
            .figure("BYTES", "bytes", Words::bytes)
            .text("POLICY", row -> Policies.words(row.path("policy")));
    private static final Table DOCUMENTS = new Table()
            .text("ID", "id")
            .figure("LEFT", "timeLeftMillis", Words::left)
            .instant("DEADLINE", "deadline")
            .text("RULE", "rule")
            .figure("BYTES", "bytes", Words::bytes);

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(arity = "0..1", paramLabel = "DB|DB.COLL", description = "Whose, or FACE/DB/COLL.")
    private @Nullable String what;

    @Option(names = "--by", paramLabel = "key|expiry", description = "The order of documents. Default: key.")
    private String order = "key";

    @Option(names = "--prefix", paramLabel = "TEXT", description = "By key: only keys that begin so.")
    private @Nullable String prefix;

    @Option(names = "--from", paramLabel = "INSTANT", description = "By expiry: only deadlines from here on.")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "INSTANT", description = "By expiry: only deadlines before this.")
    private @Nullable String until;

    @Option(names = "--limit", paramLabel = "N", description = "Limit on the documents. Default: 100.")
    private long limit = LIMIT;

    @Option(names = "--all", description = "All documents.")
    private boolean all;

    @Override
    public Integer call() {
        if (what != null && (what.contains(".") || what.contains("/"))) {
            return documents(where.find(server, what));
        }
        return collections();
    }

    private int collections() {
        UrlQuery path =
                new UrlQuery("/api/v1/collections").with("face", where.face()).with("database", what);
        List<JsonNode> rows = server.list(path, Long.MAX_VALUE);
        if (rows.isEmpty() && what != null) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, "there is no database " + what + NearMiss.hint(what, databases()));
        }
        output.list(rows, COLLECTIONS);
        return ExitCode.OK;
    }

    private Set<String> databases() {
        return server.list(new UrlQuery("/api/v1/collections").with("face", where.face()), Long.MAX_VALUE).stream()
                .map(each -> each.path("database").asString(""))
                .collect(Collectors.toSet());
    }

    private int documents(CollectionPath collection) {
        UrlQuery path = collection
                .at("/documents")
                .with("order", order)
                .with("prefix", prefix)
                .with("from", from)
                .with("until", until)
                .with("preview", output.isTable() ? 0 : null);
        List<JsonNode> rows = new ArrayList<>();
        boolean isMore = server.each(path, all ? Long.MAX_VALUE : limit, rows::add);
        output.list(rows, DOCUMENTS);
        if (isMore) {
            output.note("There are more: say --limit or --all.");
        }
        return ExitCode.OK;
    }
}
