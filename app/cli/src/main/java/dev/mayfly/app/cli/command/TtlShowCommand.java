package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows what a collection says of lifetimes. */
@Command(
        name = "show",
        header = "Show a collection's rules, and how many documents are live, in grace and overdue.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl show demo.sessions",
            "  mayfly ttl show couchbase/cache/_default._default -o json"
        })
final class TtlShowCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Override
    public Integer call() {
        CollectionPath path = where.find(server, collection);
        ObjectNode shown = (ObjectNode) server.get(path.at("").toString());
        shown.set("settings", server.get(path.at("/policy").toString()));
        output.show(shown, () -> draw(path, shown));
        return ExitCode.OK;
    }

    private void draw(CollectionPath path, JsonNode shown) {
        JsonNode settings = shown.path("settings");
        JsonNode rules = settings.path("rules");
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("collection", path.toString());
        for (JsonNode field : rules.path("fields")) {
            lines.put(
                    "field " + field.path("path").asString(""),
                    "dies " + field.path("after").asString("") + " after its date");
        }
        for (JsonNode property : rules.path("properties")) {
            lines.put("property " + property.path("path").asString(""), words(property));
        }
        put(lines, "default", rules.path("default"));
        put(lines, "max TTL", rules.path("maxTTL"));
        lines.put("grace", settings.path("grace").asString(""));
        lines.put("visibility", settings.path("visibility").asString(""));
        if (settings.path("masked").asBoolean(false)) {
            lines.put("masked", "yes: the monitor is off");
        }
        lines.put("guard", guard(settings.path("guard")));
        lines.put("live", count(shown, "live", "liveBytes"));
        lines.put("in grace", count(shown, "grace", "graceBytes"));
        lines.put("overdue", count(shown, "overdue", "overdueBytes"));
        Output.rows(output.out(), lines);
    }

    private static String words(JsonNode property) {
        String after = property.path("after").asString("") + " after ";
        if (property.has("at")) {
            return "dies " + after + "the date " + property.path("at").asString("");
        }
        if (property.path("from").asString("").equals("own")) {
            return "dies when the document says so";
        }
        boolean isOfWrite = property.path("from").asString("").equals("write");
        return "dies " + after + (isOfWrite ? "the last write" : "it was set");
    }

    private static void put(Map<String, String> lines, String name, JsonNode value) {
        if (value.isString()) {
            lines.put(name, value.asString());
        }
    }

    private static String guard(JsonNode guard) {
        String whose = guard.path("own").asBoolean(false) ? "" : ", as the server says";
        return guard.path("maxExpire").isNumber()
                ? "at most " + Words.of(guard.path("maxExpire").asLong(), "document") + " a change" + whose
                : "off" + whose;
    }

    private static String count(JsonNode shown, String documents, String bytes) {
        return Words.of(shown.path(documents).asLong(), "document") + " (" + Words.bytes(shown.path(bytes)) + ")";
    }
}
