package dev.mayfly.app.console.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page of expiry as it happens, and of the subscribers of its events. */
final class EventsPage {
    private static final int SHOWN = 50;
    private static final int PAGES_MAX = 20;
    private static final int LETTERS = 50;

    /** A webhook, with the requests that were given up. */
    record Hook(Facts facts, List<Facts> deadLetters) {
        String name() {
            return facts.text("name");
        }

        String api() {
            return "/api/v1/webhooks/" + CollectionPath.encoded(name());
        }
    }

    /** The receivers of events. */
    record Told(List<Facts> subscribers, List<Hook> hooks) {
        static Told of(Visit visit) {
            List<Hook> hooks =
                    visit.api().get("/api/v1/webhooks", Map.of("limit", "1000")).orNothing().list("items").stream()
                            .map(each -> hook(visit, each))
                            .toList();
            return new Told(
                    visit.api().get("/api/v1/events/subscribers").orNothing().list("items"), hooks);
        }

        private static Hook hook(Visit visit, Facts webhook) {
            Hook empty = new Hook(webhook, List.of());
            Map<String, String> query = Map.of("limit", Integer.toString(LETTERS));
            return new Hook(
                    webhook,
                    visit.api()
                            .get(empty.api() + "/dead-letters", query)
                            .orNothing()
                            .list("items"));
        }
    }

    Html show(Visit visit) {
        List<String> collections = CollectionsPage.all(visit).stream()
                .map(each -> CollectionPath.of(each).name())
                .toList();
        String chosen = collections.contains(visit.query("collection")) ? visit.query("collection") : "";
        String stream = "/api/v1/events" + (chosen.isEmpty() ? "" : "?collection=" + CollectionPath.encoded(chosen));
        List<Facts> events = latest(visit, chosen);
        Told told = Told.of(visit);
        Frame frame = Frame.of(visit, "Events", "events");
        return out -> JteeventsGenerated.render(
                out, NoInterceptor.INSTANCE, frame, collections, chosen, events, told, stream);
    }

    /** Draws the receivers: a part. */
    Html told(Visit visit) {
        Told told = Told.of(visit);
        return out -> JtetoldGenerated.render(out, NoInterceptor.INSTANCE, told);
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

    /** Returns the collection of an event or a record. */
    static String collection(Facts facts) {
        return facts.has("face")
                ? facts.text("face") + "/" + facts.text("database") + "/" + facts.text("collection")
                : facts.text("collection");
    }
}
