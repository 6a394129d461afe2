package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The page of expired documents that are still stored, of all collections and of one. */
final class ExpiredPage {
    /** The number of documents looked at to tell which are destroyed next. */
    private static final int LOOKED_AT = 1_000;

    private static final int SHOWN = 50;

    /** The most collections that are asked for their documents. */
    private static final int COLLECTIONS = 20;

    private static final List<String> REASONS = List.of("default", "document", "field");

    /** One document that is still stored. */
    record Row(CollectionPath path, Facts facts) {
        /** Returns the instant from which it may be destroyed; a held document stays as long as it is held. */
        long until() {
            long dead = facts.instant("deadFrom");
            return facts.is("held") || dead == Facts.NO_INSTANT ? Long.MAX_VALUE : dead;
        }
    }

    /**
     * The documents still stored, of all collections.
     *
     * @param reason the one that is shown, or empty for all
     * @param rows the next to be destroyed first
     */
    record Overview(List<Facts> collections, String reason, List<Row> rows) {
        List<String> reasons() {
            return REASONS;
        }
    }

    /** The documents still stored, of one collection. */
    record Model(CollectionPath path, List<Facts> items, String next, String reason, String complaint) {
        List<String> reasons() {
            return REASONS;
        }
    }

    /** Returns the reason in plain words. */
    static String words(String reason) {
        return switch (reason) {
            case "default" -> "the collection's default";
            case "document" -> "its own lifetime";
            case "field" -> "a date in a field";
            default -> reason;
        };
    }

    private static String reason(Visit visit) {
        return REASONS.contains(visit.query("reason")) ? visit.query("reason") : "";
    }

    Html overview(Visit visit) {
        List<Facts> collections = CollectionsPage.all(visit).stream()
                .filter(each -> each.number("grace") + each.number("overdue") > 0)
                .limit(CollectionsPage.SHOWN)
                .toList();
        String reason = reason(visit);
        List<Row> rows = new ArrayList<>();
        for (Facts each : collections.subList(0, Math.min(COLLECTIONS, collections.size()))) {
            CollectionPath path = CollectionPath.of(each);
            items(visit, path, reason, LOOKED_AT).forEach(item -> rows.add(new Row(path, item)));
        }
        rows.sort(Comparator.comparingLong(Row::until));
        Overview overview =
                new Overview(collections, reason, List.copyOf(rows.subList(0, Math.min(SHOWN, rows.size()))));
        Frame frame = Frame.of(visit, "Expired", "expired");
        return out -> JteexpiredGenerated.render(out, NoInterceptor.INSTANCE, frame, overview);
    }

    private static List<Facts> items(Visit visit, CollectionPath path, String reason, int limit) {
        Map<String, String> query = Map.of("limit", Integer.toString(limit));
        return by(reason, visit.api().get(path.api() + "/hidden", query).orNothing());
    }

    /** Those of an answer that expired for this reason, or all if it is empty. */
    private static List<Facts> by(String reason, Facts answer) {
        return answer.list("items").stream()
                .filter(item -> reason.isEmpty() || item.text("reason").equals(reason))
                .toList();
    }

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        visit.api().get(path.api()).required();
        Map<String, String> query = visit.query("after").isEmpty() ? Map.of() : Map.of("after", visit.query("after"));
        ApiAnswer answer = visit.api().get(path.api() + "/hidden", query);
        String reason = reason(visit);
        Model model = new Model(
                path,
                by(reason, answer.orNothing()),
                answer.orNothing().text("next"),
                reason,
                answer.isFine() ? "" : answer.complaint());
        Frame frame = Frame.of(visit, "Expired of " + path.shortName(), "expired");
        return out -> JtehiddenGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }
}
