package dev.mayfly.app.console.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Who changed what, and what was destroyed. */
final class AuditPage {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> INSTANTS = List.of("at", "destroyedAt", "when", "time");

    /** One change. */
    record Entry(long at, String what, String collection, String way, String who, String details) {
        static Entry of(Facts facts) {
            ObjectNode details = MAPPER.createObjectNode();
            for (String name : List.of("before", "after", "hold", "details", "reason", "documents")) {
                if (facts.has(name)) {
                    details.set(name, facts.at(name).node());
                }
            }
            return new Entry(
                    instant(facts),
                    first(facts, "what", "kind", "action", "event"),
                    EventsPage.collection(facts),
                    first(facts, "way", "face", "via"),
                    first(facts, "who", "by", "user"),
                    details.isEmpty() ? "" : details.toPrettyString());
        }
    }

    Html show(Visit visit) {
        Map<String, String> query = new HashMap<>();
        if (!visit.query("after").isEmpty()) {
            query.put("after", visit.query("after"));
        }
        Facts audit = visit.api().get("/api/v1/audit", query).orNothing();
        List<Entry> entries = audit.list("items").stream().map(Entry::of).toList();
        List<Facts> erasures = visit.api()
                .get("/api/v1/erasures", Map.of("limit", "50"))
                .orNothing()
                .list("items");
        Frame frame = Frame.of(visit, "Audit", "audit");
        String next = audit.text("next");
        return out -> JteauditGenerated.render(out, NoInterceptor.INSTANCE, frame, entries, erasures, next);
    }

    private static String first(Facts facts, String... names) {
        for (String name : names) {
            if (!facts.text(name).isEmpty()) {
                return facts.text(name);
            }
        }
        return "";
    }

    static long instant(Facts facts) {
        return INSTANTS.stream()
                .filter(facts::has)
                .mapToLong(facts::instant)
                .findFirst()
                .orElse(Facts.NO_INSTANT);
    }

    /** What a record says beside its instant and its collection. */
    static String rest(Facts facts) {
        if (!(facts.node() instanceof ObjectNode node)) {
            return facts.text();
        }
        ObjectNode rest = node.deepCopy();
        INSTANTS.forEach(rest::remove);
        rest.remove(List.of("face", "database", "collection"));
        StringBuilder words = new StringBuilder();
        rest.propertyStream().forEach(each -> {
            JsonNode value = each.getValue();
            String shown = value.path("iso").isString()
                    ? value.path("iso").asString()
                    : value.isString() ? value.asString() : value.toString();
            words.append(words.isEmpty() ? "" : "  ").append(each.getKey()).append(' ').append(shown);
        });
        return words.toString();
    }
}
