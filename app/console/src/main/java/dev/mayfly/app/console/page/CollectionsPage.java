package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All collections. */
final class CollectionsPage {
    /** The number of pages beyond which a list is no longer useful. */
    private static final int PAGES_MAX = 10;

    /** The number of collections beyond which a menu is too long, and the name is typed. */
    static final int PICKED = 200;

    /** More than a person reads, and less than makes a page heavy. */
    static final int SHOWN = 100;

    /**
     * The model of the page.
     *
     * @param sought the text contained in the names shown, or empty
     * @param found the number of matches, shown or not
     * @param from the number of matches before the page
     * @param system the number of collections of the faces themselves, which are shown only when asked for
     * @param databases all of them, those without collections too
     */
    record Model(
            int all,
            String sought,
            int found,
            int from,
            int system,
            boolean showsSystem,
            List<Facts> items,
            List<Facts> databases) {
        boolean hasMore() {
            return from + items.size() < found;
        }

        String page(int start) {
            return "/console/collections?find=" + CollectionPath.encoded(sought) + (showsSystem ? "&system=true" : "")
                    + "&from=" + Math.max(0, start);
        }

        int next() {
            return from + SHOWN;
        }

        int previous() {
            return from - SHOWN;
        }
    }

    private static final String DATABASES = "200";

    private final SystemCollections systemCollections;

    CollectionsPage(SystemCollections systemCollections) {
        this.systemCollections = systemCollections;
    }

    Html show(Visit visit) {
        List<Facts> all = all(visit);
        String sought = visit.query("find").strip();
        String plain = sought.toLowerCase(Locale.ROOT);
        boolean showsSystem = visit.query("system").equals("true");
        int system = (int) all.stream().filter(systemCollections::contains).count();
        List<Facts> found = all.stream()
                .filter(each -> showsSystem || !systemCollections.contains(each))
                .filter(each ->
                        CollectionPath.of(each).name().toLowerCase(Locale.ROOT).contains(plain))
                .toList();
        int from = Math.clamp(visit.queryNumber("from", 0), 0, found.size());
        List<Facts> items = found.subList(from, Math.min(found.size(), from + SHOWN));
        List<Facts> databases = visit.api()
                .get("/api/v1/databases", Map.of("limit", DATABASES))
                .orNothing()
                .list("items");
        Model model = new Model(all.size(), sought, found.size(), from, system, showsSystem, items, databases);
        Frame frame = Frame.of(visit, "Collections", "collections");
        return out -> JtecollectionsGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }

    static List<Facts> all(Visit visit) {
        List<Facts> all = new ArrayList<>();
        String after = "";
        for (int page = 0; page < PAGES_MAX; page++) {
            Map<String, String> query = new HashMap<>(Map.of("limit", "1000"));
            if (!after.isEmpty()) {
                query.put("after", after);
            }
            Facts facts = visit.api().get("/api/v1/collections", query).required();
            all.addAll(facts.list("items"));
            after = facts.text("next");
            if (after.isEmpty()) {
                return all;
            }
        }
        return all;
    }
}
