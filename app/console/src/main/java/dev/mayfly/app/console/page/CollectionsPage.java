package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All collections. */
final class CollectionsPage {
    /** Beyond so many a page would be no list any more. */
    private static final int PAGES_MAX = 10;

    Html show(Visit visit) {
        List<Facts> collections = all(visit);
        Frame frame = Frame.of(visit, "Collections", "collections");
        return out -> JtecollectionsGenerated.render(out, NoInterceptor.INSTANCE, frame, collections);
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
