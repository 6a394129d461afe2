package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.command.ArgumentReader;
import dev.mayfly.app.cli.command.transfer.source.SourceServer;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Words;
import dev.mayfly.app.server.LogSetup;
import dev.mayfly.app.server.transfer.DumpFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Writes the documents of a file into a collection. */
@Command(
        name = "import",
        header = "Write documents from lines of JSON, a dump or a running server, with their lifetimes.",
        description = {
            "",
            "Examples:",
            "  mayfly import demo.sessions sessions.jsonl",
            "  mayfly import demo.sessions sessions.jsonl --resume      # goes on where it broke off",
            "  zcat sessions.jsonl.gz | mayfly import demo.sessions",
            "  mayfly import demo.sessions sessions.jsonl --expiry shift   # everything lives as much longer",
            "  mayfly import demo.sessions plain.jsonl --plain          # lines that are documents themselves",
            "  mayfly import demo.sessions --dump dump/demo/sessions.bson",
            "  mayfly import --dump dump/                               # all that mongodump has left there",
            "  mayfly import --from mongodb://old:27017 shop            # a database of a running server",
            "  mayfly import --from 'AccountEndpoint=...;AccountKey=...' shop.carts",
            "  mayfly import --from couchbase://ann:secret@old --resume"
        })
public final class ImportCommand implements Callable<Integer> {
    private static final int FAILURES_SHOWN = 5;

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DB.COLL",
            description = "The collection, or FACE/DB/COLL; a folder of dumps names its own.")
    private String collection = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "Where from; stdin if none is named.")
    private @Nullable Path file;

    @Option(
            names = "--dump",
            paramLabel = "FILE|DIR",
            description = "BSON with its metadata beside it, or all of a dump.")
    private @Nullable Path dump;

    @Option(
            names = "--from",
            paramLabel = "ADDRESS",
            description =
                    "A running server of MongoDB, Azure Cosmos DB or Couchbase, by its connection string; of it everything,"
                            + " or the database or collection that is named.")
    private @Nullable String from;

    @Option(
            names = "--expiry",
            paramLabel = "keep|shift|hold|drop",
            description =
                    "Documents that have expired meanwhile are hidden, live as much longer, are held, or are left out.")
    private @Nullable String expiry;

    @Option(names = "--existing", paramLabel = "replace|keep", description = "Which wins of two. Default: replace.")
    private @Nullable String existing;

    @Option(
            names = "--plain",
            description = "Each line is a document itself, as mongoexport writes them, not a line of an export.")
    private boolean plain;

    @Option(names = "--resume", description = "Go on where an import of FILE, DIR or ADDRESS broke off.")
    private boolean resume;

    @Override
    public Integer call() throws IOException {
        if (dump != null && file != null) {
            throw new CommandFailure(ExitCode.USAGE, "say either FILE or --dump FILE");
        }
        if (from != null) {
            if (file != null || dump != null || plain) {
                throw new CommandFailure(ExitCode.USAGE, "say either --from ADDRESS or a file");
            }
            LogSetup.applyToCommand();
            try (SourceServer source = SourceServer.open(from)) {
                return new ServerCopy(server, output, this::asked).run(source, collection, resume, this::shown);
            }
        }
        if (dump != null && plain) {
            throw new CommandFailure(ExitCode.USAGE, "--plain is about lines of JSON, not about --dump");
        }
        if (dump != null && Files.isDirectory(dump)) {
            return folder(dump);
        }
        if (collection.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "say which collection, as DB.COLL");
        }
        Path source = dump == null ? file : dump;
        if (source == null && resume) {
            throw new CommandFailure(ExitCode.USAGE, "--resume needs a FILE to go on with");
        }
        if (source != null && !Files.isRegularFile(source)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no file " + source);
        }
        CollectionPath path = where.findOrNew(server, collection);
        if (dump != null) {
            make(path, DumpFolder.metadataOf(dump));
        }
        ImportMark mark = source == null ? ImportMark.NONE : ImportMark.of(source, path);
        Arrivals arrivals = take(path, source, mark);
        mark.remove();
        return shown(arrivals);
    }

    /** Everything in a dump, each into the collection that it came from. */
    private int folder(Path folder) throws IOException {
        if (!collection.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "a folder of dumps names its collections; name a file for one");
        }
        int ended = ExitCode.OK;
        List<ImportMark> marks = new ArrayList<>();
        for (DumpFolder.Dumped dumped : new DumpFolder(folder).all()) {
            CollectionPath path = new CollectionPath("mongo", dumped.database(), dumped.collection());
            ImportMark mark = ImportMark.of(dumped.documents(), path);
            marks.add(mark);
            if (resume && mark.isEnded()) {
                output.note(path.dotted() + " is in already");
                continue;
            }
            make(path, dumped.metadata());
            output.note(path.dotted());
            ended = Math.max(ended, shown(take(path, dumped.documents(), mark)));
            mark.end();
        }
        for (ImportMark mark : marks) {
            mark.remove();
        }
        return ended;
    }

    private Arrivals take(CollectionPath path, @Nullable Path source, ImportMark mark) throws IOException {
        UrlQuery address = asked(path.at(dump == null ? "/import" : "/dump")).with("plain", plain ? "true" : null);
        Arrivals arrivals = new Arrivals(server, address, dump == null ? "application/jsonl" : "application/bson");
        long total = source == null ? 0 : DumpFolder.size(source);
        InputStream stream = source == null ? output.terminal().input() : DumpFolder.open(source);
        try (Progress progress = output.progress("imported", "bytes");
                Parts parts = dump == null ? Parts.lines(stream) : Parts.documents(stream)) {
            arrivals.run(parts, mark, resume, progress, total);
        }
        return arrivals;
    }

    private UrlQuery asked(UrlQuery address) {
        return address.with("expiry", expiry).with("existing", existing);
    }

    private void make(CollectionPath path, @Nullable Path metadata) throws IOException {
        if (metadata != null) {
            try (InputStream in = DumpFolder.open(metadata)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                server.send(
                        "PUT", path.at("/dump/metadata").toString(), ArgumentReader.json(metadata.toString(), text));
            }
        }
    }

    private int shown(Arrivals arrivals) {
        JsonNode outcome = arrivals.outcome();
        output.show(outcome, () -> {
            output.line("Imported " + Words.of(outcome.path("written").asLong(), "document") + rest(outcome) + ".");
            outcome.path("failures").values().stream()
                    .limit(FAILURES_SHOWN)
                    .forEach(failure ->
                            output.note("line " + failure.path("line").asString("") + ": "
                                    + failure.path("reason").asString("")));
            long more = outcome.path("failed").asLong() - FAILURES_SHOWN;
            if (more > 0) {
                output.note("... and " + Words.count(more) + " more; -o json names the first hundred.");
            }
        });
        return outcome.path("failed").asLong() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String rest(JsonNode outcome) {
        StringBuilder rest = new StringBuilder();
        for (String name : List.of("kept", "dropped", "expired", "failed")) {
            long count = outcome.path(name).asLong();
            if (count > 0) {
                rest.append(", ").append(Words.count(count)).append(' ').append(name);
            }
        }
        return rest.toString();
    }
}
