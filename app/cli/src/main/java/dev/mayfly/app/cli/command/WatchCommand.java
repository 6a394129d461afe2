package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.server.config.NearMiss;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Follows what expires. */
@Command(
        name = "watch",
        header = "Print one line of JSON for each document that expires, as it happens.",
        description = {
            "",
            "Examples:",
            "  mayfly watch                                  # from now on, all collections",
            "  mayfly watch demo.sessions --reason field,default",
            "  mayfly watch demo.sessions --from oldest --count 10",
            "  mayfly watch --from TOKEN --document | jq .document",
            "  mayfly watch --reason ttl -o csv >> expired.csv"
        })
public final class WatchCommand implements Callable<Integer> {
    private static final long RETRY_MILLIS = 1_000;

    private static final Table EVENTS = new Table()
            .text("TOKEN", "token")
            .text("KIND", "kind")
            .text("FACE", "face")
            .text("DATABASE", "database")
            .text("COLLECTION", "collection")
            .text("KEY", "key")
            .text("REASON", "reason")
            .text("RULE", "rule")
            .instant("DEADLINE", "deadline")
            .instant("ANNOUNCED AT", "announcedAt");

    private static final List<String> REASONS = List.of("default", "ttl", "document", "field", "policy");

    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(arity = "0..*", paramLabel = "DB.COLL", description = "The collections; all of them if none is named.")
    private List<String> collections = List.of();

    @Option(
            names = "--reason",
            paramLabel = "default|ttl|field|policy",
            description =
                    "Only what expired by these, with commas between: the collection's default, a ttl of the document's own,"
                            + " the date in a field, a change of policy.")
    private @Nullable String reason;

    @Option(
            names = "--from",
            paramLabel = "TOKEN",
            description = "The token of the event behind which to begin, or oldest, or now. Default: now.")
    private @Nullable String from;

    @Option(names = "--document", description = "With the documents, where they are kept.")
    private boolean document;

    @Option(names = "--count", paramLabel = "N", description = "Stop after this many events.")
    private long count = Long.MAX_VALUE;

    private long seen;

    @Override
    public Integer call() {
        StringBuilder scope = new StringBuilder();
        for (String name : collections) {
            scope.append("&collection=")
                    .append(UrlQuery.encoded(where.find(server, name).toString()));
        }
        String token = from;
        boolean isFirst = true;
        while (seen < count) {
            try {
                token = follow(scope.toString(), token);
                isFirst = false;
            } catch (CommandFailure failure) {
                if (isFirst || failure.exitCode() != ExitCode.UNAVAILABLE) {
                    throw failure;
                }
            }
            if (seen < count) {
                output.note("The server is gone; trying again.");
                Pause.of(RETRY_MILLIS);
            }
        }
        return ExitCode.OK;
    }

    /** Users of cosmos call a document's own lifetime its ttl. */
    private @Nullable String reasons() {
        return reason == null
                ? null
                : Arrays.stream(reason.split(",", -1)).map(WatchCommand::known).collect(Collectors.joining(","));
    }

    private static String known(String word) {
        if (!REASONS.contains(word)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--reason is default, ttl, field or policy, not " + word + NearMiss.hint(word, REASONS));
        }
        return word.equals("ttl") ? "document" : word;
    }

    /** Follows one stream to its end; answers behind which event to go on. */
    private @Nullable String follow(String scope, @Nullable String token) {
        String path = new UrlQuery("/api/v1/events")
                .with("document", document)
                .with("reason", reasons())
                .with("from", token)
                .toString();
        String last = token;
        try (EventLines events = new EventLines(server.stream(path + scope, "text/event-stream"))) {
            while (seen < count && events.next()) {
                last = events.token();
                if (events.isLost()) {
                    throw new CommandFailure(ExitCode.NOT_FOUND, events.data());
                }
                if (!events.data().isEmpty()) {
                    output.row(events.data(), EVENTS, seen == 0);
                    seen++;
                }
            }
        } catch (IOException _) {
            // The stream broke; it goes on behind the last event that came whole.
            return last;
        }
        return last;
    }
}
