package dev.mayfly.app.console.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The documents of a collection, those first that die first, with one of them explained. */
final class DocumentsPage {
    private static final String PREVIEW = "160";
    private static final String ROWS = "50";

    /** A document is shown up to here. */
    static final int TEXT_CHARS = 20_000;

    /**
     * The model of the page.
     *
     * @param chosen the id of the document that is explained, or empty
     * @param hidden the stored remains of it if it has expired
     * @param holds that keep it from being destroyed
     */
    record Model(
            CollectionPath path,
            boolean byExpiry,
            String prefix,
            String after,
            List<Facts> items,
            String next,
            String chosen,
            Facts document,
            Facts explanation,
            Facts hidden,
            List<Facts> holds) {
        String link(String id) {
            return page(after) + "&id=" + CollectionPath.encoded(id);
        }

        String page(String token) {
            return path.page() + "/documents?order=" + (byExpiry ? "expiry" : "key")
                    + (prefix.isEmpty() ? "" : "&prefix=" + CollectionPath.encoded(prefix))
                    + (token.isEmpty() ? "" : "&after=" + CollectionPath.encoded(token));
        }

        /** Returns the text of the document or of its stored remains. */
        String text() {
            Facts shown = document.isThere() ? document : hidden;
            if (shown.has("document")) {
                return shown.at("document").pretty();
            }
            return shown.has("text") ? shown.text("text") : shown.text("base64");
        }

        /** The beginning of a document, on one line. */
        String preview(Facts item) {
            return item.has("document") ? item.at("document").node().toString() : item.text("text");
        }
    }

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        boolean byExpiry = !visit.query("order").equals("key");
        String chosen = visit.query("id");
        Map<String, String> query = new HashMap<>();
        query.put("order", byExpiry ? "expiry" : "key");
        query.put("preview", PREVIEW);
        query.put("limit", ROWS);
        if (!byExpiry && !visit.query("prefix").isEmpty()) {
            query.put("prefix", visit.query("prefix"));
        }
        if (!visit.query("after").isEmpty()) {
            query.put("after", visit.query("after"));
        }
        Facts list = visit.api().get(path.api() + "/documents", query).required();
        String address = path.api() + "/documents/" + CollectionPath.encoded(chosen);
        boolean isChosen = !chosen.isEmpty();
        Facts document = isChosen ? visit.api().get(address).orNothing() : Facts.NOTHING;
        String hidden = path.api() + "/hidden/" + CollectionPath.encoded(chosen);
        Model model = new Model(
                path,
                byExpiry,
                visit.query("prefix"),
                visit.query("after"),
                list.list("items"),
                list.text("next"),
                chosen,
                document,
                isChosen ? visit.api().get(address + "/explain").orNothing() : Facts.NOTHING,
                isChosen && !document.isThere() ? visit.api().get(hidden).orNothing() : Facts.NOTHING,
                isChosen ? holds(visit, path, chosen) : List.of());
        Frame frame = Frame.of(visit, "Documents of " + path.shortName(), "collections");
        return out -> JtedocumentsGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    private static List<Facts> holds(Visit visit, CollectionPath path, String id) {
        Map<String, String> query = Map.of("limit", "1000");
        return visit.api().get(path.api() + "/holds", query).orNothing().list("items").stream()
                .filter(hold -> !hold.has("id") || hold.text("id").equals(id))
                .toList();
    }
}
