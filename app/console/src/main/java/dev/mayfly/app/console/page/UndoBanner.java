package dev.mayfly.app.console.page;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A change of policy that has hidden documents and can be undone. */
record UndoBanner(CollectionPath path, Facts plan) {
    /** The collections that are asked. */
    private static final int LOOKED_AT = 5;

    /** The banners of the collections that have most hidden and not destroyed yet. */
    static List<UndoBanner> all(Visit visit, List<Facts> collections) {
        return collections.stream()
                .filter(each -> each.number("grace") > 0)
                .sorted(Comparator.comparingLong((Facts each) -> each.number("grace"))
                        .reversed())
                .limit(LOOKED_AT)
                .flatMap(each -> of(visit, CollectionPath.of(each)).stream())
                .toList();
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
