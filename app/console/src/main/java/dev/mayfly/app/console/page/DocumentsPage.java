package dev.mayfly.app.console.page;

import dev.mayfly.face.api.FaceDefinitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The documents of a collection, those first that die first, with one of them explained and open to be edited. */
final class DocumentsPage {
    private static final String PREVIEW = "160";
    private static final String ROWS = "50";

    /** A document is shown up to here. */
    static final int TEXT_CHARS = 20_000;

    /** The largest document that is edited in a page. */
    private static final int EDITED_CHARS = 1_000_000;

    private static final int COLUMNS_MAX = 12;
    private static final int CELL_CHARS = 120;

    private final Map<String, FaceDefinitions> definitions;

    DocumentsPage(Map<String, FaceDefinitions> definitions) {
        this.definitions = definitions;
    }

    /**
     * The choice of what is shown.
     *
     * @param order expiry, key or size, or the path of a field behind {@link #BY}
     * @param where a condition in the language of the face, or empty
     * @param columns the paths whose values are shown, or empty for the document as it begins
     */
    record Choice(String order, boolean isDescending, String prefix, String where, String columns, String after) {
        /** Begins an order that is of a field. */
        private static final String BY = "by.";

        static Choice of(Visit visit) {
            String order = visit.query("order");
            boolean isField = order.startsWith(BY) && order.length() > BY.length();
            return new Choice(
                    isField || order.equals("key") || order.equals("size") ? order : "expiry",
                    visit.query("direction").equals("desc"),
                    visit.query("prefix"),
                    visit.query("where").strip(),
                    visit.query("columns").strip(),
                    visit.query("after"));
        }

        /** Returns the path of the field that orders the list, or empty. */
        String by() {
            return order.startsWith(BY) ? order.substring(BY.length()) : "";
        }

        /** Returns true if the list must be read whole before its first page is known, where no index helps. */
        boolean isSorted() {
            return !by().isEmpty() || order.equals("size") || order.equals("expiry") && isDescending;
        }

        /** Returns the fields by which the list may be ordered: the columns, and the one that orders it now. */
        List<String> fields() {
            List<String> fields = new ArrayList<>(paths());
            if (!by().isEmpty() && !fields.contains(by())) {
                fields.add(by());
            }
            return fields;
        }

        List<String> paths() {
            return Arrays.stream(columns.split("[,\\s]+"))
                    .filter(path -> !path.isEmpty())
                    .limit(COLUMNS_MAX)
                    .toList();
        }
    }

    /**
     * The model of the page.
     *
     * @param complaint why there is no list, or empty
     * @param chosen the id of the document that is explained, or empty
     * @param sort the work of the sort
     * @param exact the text of the document as it is edited, or empty
     * @param hidden the stored remains of it if it has expired
     * @param holds that keep it from being destroyed
     */
    record Model(
            CollectionPath path,
            FaceDefinitions form,
            Choice choice,
            String complaint,
            List<Facts> items,
            String next,
            Facts sort,
            String chosen,
            Facts document,
            String exact,
            Facts explanation,
            Facts hidden,
            List<Facts> holds) {
        boolean byExpiry() {
            return choice.order().equals("expiry");
        }

        boolean byKey() {
            return choice.order().equals("key");
        }

        /** Returns what the heading of an order says of it: ascending, descending or none. */
        String ariaSort(String order) {
            return !choice.order().equals(order) ? "none" : choice.isDescending() ? "descending" : "ascending";
        }

        /** Returns the first page in an order; in the other direction if that is the order now. */
        String sorted(String order) {
            boolean turns = choice.order().equals(order) && !choice.isDescending();
            return page(order, turns, "");
        }

        String prefix() {
            return choice.prefix();
        }

        String after() {
            return choice.after();
        }

        List<String> paths() {
            return choice.paths();
        }

        String link(String id) {
            return page(after()) + "&id=" + CollectionPath.encoded(id);
        }

        String page(String token) {
            return page(choice.order(), choice.isDescending(), token);
        }

        private String page(String order, boolean isDescending, String token) {
            return path.page() + "/documents?order=" + CollectionPath.encoded(order)
                    + (isDescending ? "&direction=desc" : "") + part("prefix", order.equals("key") ? prefix() : "")
                    + part("where", choice.where()) + part("columns", choice.columns()) + part("after", token);
        }

        private static String part(String name, String value) {
            return value.isEmpty() ? "" : "&" + name + "=" + CollectionPath.encoded(value);
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
            return item.has("document")
                    ? Show.cut(item.at("document").node().toString(), Integer.parseInt(PREVIEW))
                    : item.text("text");
        }

        /** The value at a path of a document. */
        String cell(Facts item, String path) {
            Facts value = item.at("document");
            for (String name : path.split("\\.")) {
                value = value.at(name);
            }
            String text = value.text();
            return Show.cut(text.isEmpty() && value.isThere() ? value.node().toString() : text, CELL_CHARS);
        }

        /** Returns true if a document is named by a key beside it. */
        boolean isKeyed() {
            return form.idMember().isEmpty();
        }

        /** The text of a new document. */
        String fresh() {
            return isKeyed() || form.givesIds() ? "{\n}" : "{\n  \"" + form.idMember() + "\": \"\"\n}";
        }

        /** The text of a copy, which has another id. */
        String copied() {
            String without = JsonLayout.indented(exact, form.idMember());
            return isKeyed() || form.givesIds()
                    ? without
                    : without.replaceFirst("\\{\\s*", "{\n  \"" + form.idMember() + "\": \"\",\n  ");
        }

        /** The lifetime that a document keeps if it is written again, where it does not say it itself. */
        String keptLifetime() {
            long deadline = document.instant("deadline");
            return !isKeyed() ? "" : deadline == Facts.NO_INSTANT ? "inherit" : "until " + Show.iso(deadline);
        }
    }

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        Choice choice = Choice.of(visit);
        String chosen = visit.query("id");
        ApiAnswer answer = visit.api().get(path.api() + "/documents", query(choice));
        Facts list = choice.where().isEmpty() && choice.prefix().isEmpty() && !choice.isSorted()
                ? answer.required()
                : answer.orNothing();
        String address = path.api() + "/documents/" + CollectionPath.encoded(chosen);
        boolean isChosen = !chosen.isEmpty();
        Facts document = isChosen ? visit.api().get(address).orNothing() : Facts.NOTHING;
        String hidden = path.api() + "/hidden/" + CollectionPath.encoded(chosen);
        Model model = new Model(
                path,
                definitions.getOrDefault(path.face(), FaceDefinitions.PLAIN),
                choice,
                answer.isFine() ? "" : answer.complaint(),
                list.list("items"),
                list.text("next"),
                list.at("sort"),
                chosen,
                document,
                document.isThere() ? exact(visit, address) : "",
                isChosen ? visit.api().get(address + "/explain").orNothing() : Facts.NOTHING,
                isChosen && !document.isThere() ? visit.api().get(hidden).orNothing() : Facts.NOTHING,
                isChosen ? holds(visit, path, chosen) : List.of());
        Frame frame = Frame.of(visit, "Documents of " + path.shortName(), "collections");
        return out -> JtedocumentsGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    private static Map<String, String> query(Choice choice) {
        Map<String, String> query = new HashMap<>();
        if (choice.by().isEmpty()) {
            query.put("order", choice.order());
        } else {
            query.put("by", choice.by());
        }
        query.put("direction", choice.isDescending() ? "desc" : "asc");
        // A value may stand anywhere in its document.
        query.put("preview", choice.paths().isEmpty() ? PREVIEW : Integer.toString(TEXT_CHARS));
        query.put("limit", ROWS);
        if (choice.order().equals("key") && !choice.prefix().isEmpty()) {
            query.put("prefix", choice.prefix());
        }
        if (!choice.where().isEmpty()) {
            query.put("where", choice.where());
        }
        if (!choice.after().isEmpty()) {
            query.put("after", choice.after());
        }
        return query;
    }

    private static String exact(Visit visit, String address) {
        String text =
                visit.api().get(address, Map.of("form", "exact")).orNothing().text("text");
        return text.length() > EDITED_CHARS ? "" : JsonLayout.indented(text);
    }

    private static List<Facts> holds(Visit visit, CollectionPath path, String id) {
        Map<String, String> query = Map.of("limit", "1000");
        return visit.api().get(path.api() + "/holds", query).orNothing().list("items").stream()
                .filter(hold -> !hold.has("id") || hold.text("id").equals(id))
                .toList();
    }
}
