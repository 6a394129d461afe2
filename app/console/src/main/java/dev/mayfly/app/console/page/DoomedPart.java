package dev.mayfly.app.console.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lists of what expires next and of what expired last: a part of the home page. */
final class DoomedPart {
    private static final String SHOWN = "5";

    /**
     * The model of the part.
     *
     * @param chosen the collection shown, or empty for all
     * @param next the earliest deadline first
     * @param last the latest first
     * @param isKept whether events are kept, by which the last are known
     */
    record Model(String chosen, List<Facts> next, List<Facts> last, boolean isKept) {
        String address() {
            return "/console/timeline/next?collection=" + CollectionPath.encoded(chosen);
        }

        static String link(Facts facts, String id) {
            return CollectionPath.of(facts).page() + "/documents?order=key&id=" + CollectionPath.encoded(id);
        }
    }

    Html show(Visit visit) {
        Model model = model(visit, visit.query("collection"));
        return out -> JtedoomedGenerated.render(out, NoInterceptor.INSTANCE, model);
    }

    static Model model(Visit visit, String chosen) {
        Map<String, String> query = new HashMap<>(Map.of("limit", SHOWN));
        if (!chosen.isEmpty()) {
            query.put("collection", chosen);
        }
        List<Facts> next = visit.api().get("/api/v1/next", query).orNothing().list("items");
        query.put("order", "latest");
        ApiAnswer events = visit.api().get("/api/v1/events/list", query);
        return new Model(chosen, next, events.orNothing().list("items"), events.isFine());
    }

    /** Returns the reason of an event in plain words. */
    static String words(Facts event) {
        if (event.text("kind").equals("broughtBack")) {
            return "brought back";
        }
        return switch (event.text("reason")) {
            case "default" -> "by the collection's default";
            case "document" -> "by its own lifetime";
            case "field" -> event.has("rule") ? "by index " + event.text("rule") : "by a date";
            case "policy" -> "by a change of policy";
            default -> event.text("reason");
        };
    }
}
