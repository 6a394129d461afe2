package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists, stores and removes the users of a face. */
@Command(
        name = "user",
        header = "List the users of a face that are kept with its data, store one, or remove one.",
        description = {
            "",
            "Examples:",
            "  mayfly user list mongo",
            "  mayfly user put mongo ann --role readWrite@shop < password.txt",
            "  mayfly user put couchbase ben --role 'data_reader[cache]' < password.txt",
            "  mayfly user put cosmos shop/ann --role 'all@carts' < /dev/null",
            "  mayfly user token cosmos shop/ann --valid-for 2h",
            "  mayfly user rm mongo ann"
        })
public final class UserCommand implements Runnable {
    private static final String FACES = "mongo, cosmos or couchbase.";
    private static final String NAME = "The name of the user; of cosmos DATABASE/USER.";
    private static final Table USERS = new Table().text("NAME", "name").text("ROLES", UserCommand::roles);

    private static final Table TOKENS = new Table().text("ROLE", "role").text("TOKEN", "token");

    private static final Table KEYS = new Table()
            .text("NAME", "name")
            .text("FINGERPRINT", "fingerprint")
            .text("ALLOWS", key -> key.path("readsOnly").asBoolean() ? "reading" : "everything");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: list, put, rm, token or keys");
    }

    private static String roles(JsonNode user) {
        List<String> roles = new ArrayList<>();
        user.path("roles").forEach(role -> roles.add(role.asString("")));
        return String.join(", ", roles);
    }

    private static String path(String face, String name) {
        return "/api/v1/users/" + UrlQuery.encoded(face) + "/" + UrlQuery.encoded(name);
    }

    @Command(
            name = "list",
            header = "List the users of a face; those of the configuration are not among them.",
            description = {"", "Examples:", "  mayfly user list mongo"})
    int list(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "FACE", description = FACES) String face) {
        output.list(server.list(new UrlQuery("/api/v1/users/" + UrlQuery.encoded(face)), Long.MAX_VALUE), USERS);
        return ExitCode.OK;
    }

    @Command(
            name = "put",
            header = "Store a user; the password is read from stdin, and without one it stays as it was.",
            description = {
                "",
                "Examples:",
                "  mayfly user put mongo ann --role readWrite@shop < password.txt",
                "  mayfly user put couchbase ben --role 'data_reader[cache]' < password.txt",
                "  mayfly user put cosmos shop/ann --role 'all@carts' < /dev/null"
            })
    int put(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "FACE", description = FACES) String face,
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            description = {
                                "Of mongo ROLE@DATABASE, of couchbase ROLE or ROLE[BUCKET], of cosmos read@CONTAINER or",
                                "all@CONTAINER; may be repeated."
                            })
                    List<String> roles)
            throws IOException {
        ObjectNode request = ArgumentReader.object();
        String password = new String(output.terminal().input().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!password.isEmpty()) {
            request.put("password", password);
        }
        roles.forEach(request.putArray("roles")::add);
        JsonNode stored = server.send("PUT", path(face, name), request);
        output.show(stored, () -> output.line("Stored: " + name + " with " + roles(stored) + "."));
        return ExitCode.OK;
    }

    @Command(
            name = "rm",
            header = "Remove a user.",
            description = {"", "Examples:", "  mayfly user rm mongo ann"})
    int remove(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "FACE", description = FACES) String face,
            @Parameters(paramLabel = "NAME", description = NAME) String name) {
        JsonNode removed = server.delete(path(face, name));
        output.show(removed, () -> output.line("Removed: " + name + "."));
        return ExitCode.OK;
    }

    @Command(
            name = "token",
            header = "Make a token for each permission of a user of cosmos.",
            description = {
                "A client that presents it acts as that user until the token ends.",
                "",
                "Examples:",
                "  mayfly user token cosmos shop/ann",
                "  mayfly user token cosmos shop/ann --valid-for 5h"
            })
    int token(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "FACE", description = "cosmos.") String face,
            @Parameters(paramLabel = "NAME", description = "The name of the user, DATABASE/USER.") String name,
            @Option(
                            names = "--valid-for",
                            paramLabel = "DURATION",
                            defaultValue = "1h",
                            description = "How long the tokens hold, from 10s to 5h.")
                    String validFor) {
        ObjectNode request = ArgumentReader.object().put("validFor", validFor);
        JsonNode made = server.send("POST", path(face, name) + "/tokens", request);
        output.list(made.path("items").valueStream().toList(), TOKENS);
        return ExitCode.OK;
    }

    @Command(
            name = "keys",
            header = "List the keys of the account of cosmos by their fingerprints; the configuration sets them.",
            description = {"", "Examples:", "  mayfly user keys cosmos"})
    int keys(
            @Mixin AdminConnection server,
            @Mixin Output output,
            @Parameters(paramLabel = "FACE", description = "cosmos.") String face) {
        output.list(
                server.get("/api/v1/keys/" + UrlQuery.encoded(face))
                        .path("items")
                        .valueStream()
                        .toList(),
                KEYS);
        return ExitCode.OK;
    }
}
