package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.admin.DatabasePath;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a database or a collection. */
@Command(
        name = "create",
        header = "Make a collection, a container, a bucket or a database.",
        description = {
            "",
            "Examples:",
            "  mayfly create shop.sessions --field expiresAt --ttl 0s        # mongo: with a TTL index",
            "  mayfly create cosmos/telemetry/readings --ttl 7d --partition-key /device",
            "  mayfly create couchbase/cache --ttl 1h                        # a bucket",
            "  mayfly create couchbase/cache/app.pages --ttl 15m             # a collection of a scope"
        })
public final class SchemaCreateCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "DB.COLL or FACE/DB/COLL; FACE/DB for a database or a bucket.")
    private String name = "";

    @Option(names = "--ttl", paramLabel = "DURATION", description = "How long documents live: off, none, 15m, 7d.")
    private @Nullable String ttl;

    @Option(names = "--field", paramLabel = "PATH", description = "Of mongo: the date field from which it counts.")
    private @Nullable String field;

    @Option(names = "--partition-key", paramLabel = "PATH", description = "Of cosmos: a path of it. Default: /id.")
    private List<String> partitionKey = List.of();

    @Option(names = "--shards", paramLabel = "N", description = "Of mongo and cosmos: the number of its shards.")
    private @Nullable Integer shards;

    @Option(names = "--quota", paramLabel = "MIB", description = "Of a bucket: its memory quota. Default: 100.")
    private @Nullable Integer quota;

    @Option(names = "--ephemeral", description = "Of a bucket: it is lost with the server.")
    private boolean ephemeral;

    @Override
    public Integer call() {
        ObjectNode request = ArgumentReader.object();
        if (ttl != null) {
            request.put("ttl", ttl);
        }
        DatabasePath database = DatabasePath.exact(name);
        String address = database == null ? collection(request) : database(database, request);
        JsonNode made = server.send("PUT", address, request);
        output.show(made, () -> output.line("Made: " + made.path("name").asString("") + "."));
        return ExitCode.OK;
    }

    private String database(DatabasePath path, ObjectNode request) {
        if (field != null || !partitionKey.isEmpty() || shards != null) {
            throw new CommandFailure(ExitCode.USAGE, "a database has none of --field, --partition-key and --shards");
        }
        if (quota != null) {
            request.put("quotaMiB", quota);
        }
        if (ephemeral) {
            request.put("ephemeral", true);
        }
        return path.address();
    }

    private String collection(ObjectNode request) {
        if (quota != null || ephemeral) {
            throw new CommandFailure(ExitCode.USAGE, "--quota and --ephemeral are of a bucket: name FACE/DB");
        }
        if (field != null) {
            request.put("ttlField", field);
        }
        if (!partitionKey.isEmpty()) {
            partitionKey.forEach(request.putArray("partitionKey")::add);
        }
        if (shards != null) {
            request.put("shards", shards);
        }
        CollectionPath path = where.named(name);
        return path.at("").toString();
    }
}
