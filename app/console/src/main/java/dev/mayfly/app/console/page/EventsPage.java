package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What expires, as it happens, and who else is told of it. */
final class EventsPage {
    private static final int SHOWN = 50;
    private static final int PAGES_MAX = 20;

    /** Who is told by HTTP. */
    record Hook(Facts facts, long deadLetters) {
        /** What is set, name by name. */
        List<Map.Entry<String, String>> pairs() {
            List<Map.Entry<String, String>> pairs = new ArrayList<>();
            facts.node()
                    .propertyStream()
                    .filter(each -> !each.getKey().equals("name"))
                    .forEach(each -> pairs.add(Map.entry(
                            each.getKey(),
                            each.getValue().isString()
                                    ? each.getValue().asString()
                                    : each.getValue().toString())));
            return pairs;
        }
    }

    Html show(Visit visit) {
        List<String> collections = CollectionsPage.all(visit).stream()
                .map(each -> CollectionPath.of(each).name())
                .toList();
        String chosen = collections.contains(visit.query("collection")) ? visit.query("collection") : "";
        String stream = "/api/v1/events" + (chosen.isEmpty() ? "" : "?collection=" + CollectionPath.encoded(chosen));
        List<Facts> events = latest(visit, chosen);
        List<Hook> hooks = visit.api().get("/api/v1/webhooks").orNothing().list("items").stream()
                .map(each -> hook(visit, each))
                .toList();
        Frame frame = Frame.of(visit, "Events", "events");
        return out -> JteeventsGenerated.render(
                out, NoInterceptor.INSTANCE, frame, collections, chosen, events, hooks, stream);
    }

    private static Hook hook(Visit visit, Facts webhook) {
        String path = "/api/v1/webhooks/" + CollectionPath.encoded(webhook.text("name")) + "/dead-letters";
        return new Hook(
                webhook, visit.api().get(path).orNothing().list("items").size());
    }

    /** The latest first. */
    private static List<Facts> latest(Visit visit, String collection) {
        List<Facts> found = List.of();
        Map<String, String> query = new HashMap<>(Map.of("limit", "1000"));
        if (!collection.isEmpty()) {
            query.put("collection", collection);
        }
        for (int page = 0; page < PAGES_MAX; page++) {
            Facts facts = visit.api().get("/api/v1/events/list", query).orNothing();
            List<Facts> items = facts.list("items");
            found = items.isEmpty() ? found : items;
            if (facts.text("next").isEmpty() || items.isEmpty()) {
                break;
            }
            query.put("after", facts.text("next"));
        }
        return found.subList(Math.max(0, found.size() - SHOWN), found.size()).reversed();
    }

    /** What an event or a record is about. */
    static String collection(Facts facts) {
        return facts.has("face")
                ? facts.text("face") + "/" + facts.text("database") + "/" + facts.text("collection")
                : facts.text("collection");
    }
}
