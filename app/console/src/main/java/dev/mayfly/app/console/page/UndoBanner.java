package dev.mayfly.app.console.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A change of policy that has hidden documents and can be undone. */
record UndoBanner(CollectionPath path, Facts plan) {
    /** The collections that are asked: those whose policies were changed last. */
    private static final int LOOKED_AT = 3;

    static List<UndoBanner> all(Visit visit) {
        Set<String> names = new LinkedHashSet<>();
        Map<String, String> query = Map.of("limit", "20");
        for (Facts entry : visit.api().get("/api/v1/audit", query).orNothing().list("items")) {
            if (entry.text("action").equals("policy") && names.size() < LOOKED_AT) {
                names.add(entry.text("collection"));
            }
        }
        List<UndoBanner> banners = new ArrayList<>();
        for (String name : names) {
            if (name.split("/", 3).length == 3) {
                banners.addAll(of(visit, CollectionPath.named(name)));
            }
        }
        return banners;
    }

    /** The banner of one collection, or none. */
    static List<UndoBanner> of(Visit visit, CollectionPath path) {
        Facts plan = visit.api()
                .ask(path.api() + "/policy/undo", Map.of("dryRun", "true"), "")
                .orNothing();
        boolean isOffered = plan.is("possible") && plan.at("broughtBack").number("documents") > 0;
        return isOffered ? List.of(new UndoBanner(path, plan)) : List.of();
    }
}
