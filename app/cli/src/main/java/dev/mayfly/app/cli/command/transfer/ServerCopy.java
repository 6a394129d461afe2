package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.command.ArgumentReader;
import dev.mayfly.app.cli.command.transfer.source.SourceCollection;
import dev.mayfly.app.cli.command.transfer.source.SourceServer;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** Copies the collections of a running server, with the lifetimes of their documents. */
final class ServerCopy {
    private final AdminConnection server;
    private final Output output;
    private final UnaryOperator<UrlQuery> options;

    /** @param options adds what the import was told to each request */
    ServerCopy(AdminConnection server, Output output, UnaryOperator<UrlQuery> options) {
        this.server = server;
        this.output = output;
        this.options = options;
    }

    /** Shows what has become of a collection, and returns the exit code for it. */
    @FunctionalInterface
    interface Shown {
        int show(Arrivals arrivals);
    }

    /**
     * Copies what is not copied yet.
     *
     * @param wanted a database, or a collection as {@code DB.COLL}; empty for all
     */
    int run(SourceServer source, String wanted, boolean resume, Shown shown) throws IOException {
        List<SourceCollection> collections = source.collections().stream()
                .filter(collection -> isWanted(collection.target(), wanted))
                .toList();
        if (collections.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, source.name() + " has no collection" + (wanted.isEmpty() ? "" : " " + wanted));
        }
        CopyProgress progress = new CopyProgress(source.name(), resume);
        int ended = ExitCode.OK;
        for (SourceCollection collection : collections) {
            CollectionPath path = collection.target();
            if (progress.isDone(path)) {
                output.note(path.dotted() + " is in already");
                continue;
            }
            output.note(path.dotted());
            ended = Math.max(ended, shown.show(copy(collection, progress)));
        }
        progress.remove();
        return ended;
    }

    private static boolean isWanted(CollectionPath path, String wanted) {
        return wanted.isEmpty()
                || path.database().equals(wanted)
                || path.dotted().equals(wanted);
    }

    private Arrivals copy(SourceCollection collection, CopyProgress kept) throws IOException {
        CollectionPath path = collection.target();
        String metadata = collection.metadata();
        if (metadata != null) {
            JsonNode made = ArgumentReader.json(path.dotted(), metadata);
            server.send("PUT", path.at("/dump/metadata").toString(), made);
        }
        String type = collection.form().equals("/dump") ? "application/bson" : "application/jsonl";
        Arrivals arrivals = new Arrivals(server, options.apply(path.at(collection.form())), type);
        long documents = kept.documents(path);
        String position = kept.position(path);
        try (Progress progress = output.progress("copied", "documents")) {
            do {
                SourceCollection.Page page = collection.page(position);
                documents += page.documents();
                if (page.documents() > 0) {
                    arrivals.arrived(page.bytes(), page.next() != null, documents);
                }
                position = page.next();
                kept.write(path, position, documents);
                progress.advance(documents, 0);
            } while (position != null);
        }
        return arrivals;
    }
}
