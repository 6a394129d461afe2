package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The options that choose among hidden documents. */
final class HiddenOptions {
    @Option(names = "--since", paramLabel = "DURATION", description = "Only those that expired within this time.")
    private @Nullable String since;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description = "Only those of which this holds, in the language of the face: a filter of mongo, what stands"
                    + " behind WHERE in cosmos (of items c) and couchbase.")
    private @Nullable String condition;

    /** Passes on the selected documents of a collection, up to the limit; returns true if there were more. */
    boolean each(AdminConnection server, CollectionPath collection, long limit, Consumer<JsonNode> taker) {
        if (since == null) {
            return server.each(collection.at("/hidden").with("where", condition), limit, taker);
        }
        long now = server.get("/api/v1/clock").path("now").path("epochMillis").asLong();
        long from = now - ArgumentReader.duration(since).toMillis();
        List<JsonNode> found = new ArrayList<>();
        server.each(collection.at("/hidden").with("where", condition), Long.MAX_VALUE, document -> {
            if (document.path("deadline").path("epochMillis").asLong() >= from) {
                found.add(document);
            }
        });
        found.stream().limit(limit).forEach(taker);
        return found.size() > limit;
    }

    /** All that are meant. */
    List<JsonNode> all(AdminConnection server, CollectionPath collection) {
        List<JsonNode> found = new ArrayList<>();
        each(server, collection, Long.MAX_VALUE, found::add);
        return found;
    }

    boolean isNarrowed() {
        return since != null || condition != null;
    }
}
