package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import dev.mayfly.app.cli.show.Words;
import dev.mayfly.app.server.transfer.DumpDraft;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Writes the documents of a collection to a file. */
@Command(
        name = "export",
        header = "Write a collection's live documents, with their lifetimes, as lines of JSON or as a dump.",
        description = {
            "",
            "Examples:",
            "  mayfly export demo.sessions sessions.jsonl",
            "  mayfly export demo.sessions | gzip > sessions.jsonl.gz",
            "  mayfly export demo.sessions sessions.jsonl --resume      # goes on where it broke off",
            "  mayfly export demo.sessions --dump dump/                 # dump/demo/sessions.bson, as mongodump"
        })
public final class ExportCommand implements Callable<Integer> {
    private static final int PART_BYTES = 1 << 16;

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "Where to; stdout if none is named.")
    private @Nullable Path file;

    @Option(
            names = "--dump",
            paramLabel = "DIR",
            description = "Write BSON and metadata into DIR/DB, as mongodump does.")
    private @Nullable Path dump;

    @Option(
            names = "--resume",
            description = "Go on behind the last line of FILE, or document of a dump, that is whole.")
    private boolean resume;

    @Override
    public Integer call() throws IOException {
        CollectionPath path = where.find(server, collection);
        if (dump != null) {
            return dump(path, dump);
        }
        if (resume && file == null) {
            throw new CommandFailure(ExitCode.USAGE, "--resume needs a FILE to go on with");
        }
        long total = server.get(path.at("").toString()).path("live").asLong();
        ExportedFile begun = resume && file != null ? ExportedFile.of(file) : ExportedFile.NONE;
        if (begun.isEnded()) {
            output.note("It is whole already.");
            return ExitCode.OK;
        }
        String address = path.at("/export").with("after", begun.lastId()).toString();
        try (Progress progress = output.progress("exported", "documents");
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(server.stream(address, "application/jsonl"), StandardCharsets.UTF_8));
                PrintWriter target = begun.open(file, output.out())) {
            long documents = begun.documents();
            boolean isWhole = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                isWhole = line.startsWith("{\"mayfly\":\"end\"");
                boolean isHead = line.startsWith("{\"mayfly\":\"export\"");
                if (!isHead || begun.lastId() == null) {
                    target.print(line + "\n");
                }
                documents += isHead || isWhole ? 0 : 1;
                progress.advance(documents, total);
            }
            target.flush();
            if (!isWhole) {
                throw new CommandFailure(ExitCode.FAILED, "the export broke off; --resume goes on");
            }
            output.note("Exported " + Words.of(documents, "document") + ".");
        }
        return ExitCode.OK;
    }

    private int dump(CollectionPath path, Path folder) throws IOException {
        Path database = Files.createDirectories(folder.resolve(safe(path.database())));
        Path draft = database.resolve(safe(path.collection()) + ".bson.part");
        DumpDraft begun = resume ? DumpDraft.of(draft) : DumpDraft.NONE;
        String address = path.at("/dump").with("after", begun.lastId()).toString();
        long bytes = begun.wholeBytes();
        try (Progress progress = output.progress("exported", "bytes");
                InputStream stream = server.stream(address, "application/bson");
                OutputStream target = begun.open(draft)) {
            byte[] part = new byte[PART_BYTES];
            for (int read = stream.read(part); read >= 0; read = stream.read(part)) {
                target.write(part, 0, read);
                bytes += read;
                progress.advance(bytes, 0);
            }
        } catch (IOException failure) {
            throw new CommandFailure(
                    ExitCode.FAILED, "the dump broke off: " + failure.getMessage() + "; --resume goes on");
        }
        Files.move(draft, database.resolve(safe(path.collection()) + ".bson"), StandardCopyOption.REPLACE_EXISTING);
        JsonNode metadata = server.get(path.at("/dump/metadata").toString());
        Files.writeString(
                database.resolve(safe(path.collection()) + ".metadata.json"),
                metadata.toString(),
                StandardCharsets.UTF_8);
        output.note("Dumped " + Words.bytes(bytes) + " into " + database + ".");
        return ExitCode.OK;
    }

    /** A name of a collection is no way out of the folder. */
    private static String safe(String name) {
        return UrlQuery.encoded(name).equals(".") || name.equals("..") ? "%2E" : UrlQuery.encoded(name);
    }
}
