package dev.mayfly.app.console.page;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.api.FaceDefinitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page that runs a query in the language of a face. */
final class QueryPage {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** A row is shown up to here: a page of whole documents might be as heavy as all of them. */
    private static final int ROW_CHARS = 2_000;

    /** The number of rows whose documents are looked up for their lifetimes. */
    private static final int LOOKED_UP = 100;

    /** The documents whose names are offered. */
    private static final String SAMPLE = "20";

    private final Map<String, FaceDefinitions> definitions;

    QueryPage(Map<String, FaceDefinitions> definitions) {
        this.definitions = definitions;
    }

    /** One row of an answer; the id is empty if it is not a document, and then its deadline is unknown. */
    record Row(String json, String id, long deadline, boolean known) {}

    @SuppressWarnings("NullAway") // Code generated from a template carries no annotations.
    Html show(Visit visit) {
        List<String> collections = CollectionsPage.all(visit).stream()
                .map(each -> CollectionPath.of(each).name())
                .toList();
        String wanted = visit.query("collection");
        Frame frame = Frame.of(visit, "Query", "query");
        CollectionPath chosen = collections.isEmpty()
                ? new CollectionPath("", "", "")
                : CollectionPath.named(collections.contains(wanted) ? wanted : collections.getFirst());
        FaceDefinitions form = definitions.getOrDefault(chosen.face(), FaceDefinitions.PLAIN);
        String words = collections.isEmpty() ? "[]" : words(visit, chosen, form);
        return out -> JtequeryGenerated.render(out, NoInterceptor.INSTANCE, frame, collections, chosen, form, words);
    }

    /** The words that an editor offers, as JSON: those of the language, and the names in a few documents. */
    private static String words(Visit visit, CollectionPath path, FaceDefinitions form) {
        Set<String> words = new TreeSet<>(form.words());
        Map<String, String> query = Map.of("limit", SAMPLE, "preview", "20000");
        for (Facts each :
                visit.api().get(path.api() + "/documents", query).orNothing().list("items")) {
            each.at("document").node().propertyNames().forEach(words::add);
        }
        return MAPPER.writeValueAsString(words);
    }

    /** The answer: a part. */
    Html run(Visit visit) {
        Map<String, String> form = visit.form();
        CollectionPath path = CollectionPath.named(form.getOrDefault("collection", ""));
        long begun = SystemClock.INSTANCE.tickNanos();
        String question = question(form);
        Facts answer = visit.api().ask(path.api() + "/query", question).required();
        long millis = (SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000;
        if (form.containsKey("explain")) {
            String plan = answer.list("items").getFirst().pretty();
            return out -> JteplanGenerated.render(out, NoInterceptor.INSTANCE, plan, millis);
        }
        List<Row> rows = new ArrayList<>();
        List<String> ids = answer.texts("ids");
        for (Facts item : answer.list("items")) {
            String id = rows.size() < LOOKED_UP ? ids.get(rows.size()) : "";
            rows.add(row(visit, path, Show.cut(item.node().toString(), ROW_CHARS), id));
        }
        boolean truncated = answer.is("truncated");
        return out -> JterowsGenerated.render(out, NoInterceptor.INSTANCE, path, rows, truncated, millis, question);
    }

    private static String question(Map<String, String> form) {
        ObjectNode question = MAPPER.createObjectNode();
        if (form.containsKey("statement")) {
            question.put("statement", form.get("statement"));
        }
        if (form.containsKey("explain")) {
            question.put("explain", true);
        }
        boolean isPipeline = !form.getOrDefault("pipeline", "").isBlank();
        for (String name : List.of("filter", "sort", "pipeline")) {
            String text = form.getOrDefault(name, "");
            boolean isLeftOut = text.isBlank() || (isPipeline && !name.equals("pipeline"));
            if (!isLeftOut) {
                question.set(name, parsed(name, text));
            }
        }
        return MAPPER.writeValueAsString(question);
    }

    private static JsonNode parsed(String name, String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException wrong) {
            throw new PageException(
                    400,
                    "the " + name + " is not JSON at line "
                            + wrong.getLocation().getLineNr() + ", column "
                            + wrong.getLocation().getColumnNr() + ": " + wrong.getOriginalMessage());
        }
    }

    private static Row row(Visit visit, CollectionPath path, String json, String id) {
        if (id.isEmpty()) {
            return new Row(json, "", Facts.NO_INSTANT, false);
        }
        ApiAnswer document = visit.api().get(path.api() + "/documents/" + CollectionPath.encoded(id));
        return document.isFine()
                ? new Row(json, id, document.facts().instant("deadline"), true)
                : new Row(json, "", Facts.NO_INSTANT, false);
    }
}
