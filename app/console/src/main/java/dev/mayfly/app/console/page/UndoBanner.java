package dev.mayfly.app.console.page;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A change of policy that has hidden documents, or properties of documents, and can be undone. */
record UndoBanner(CollectionPath path, Facts plan) {
    /** What is hidden: documents, or where there are none properties of documents. */
    String hidden() {
        long documents = plan.at("broughtBack").number("documents");
        return documents > 0
                ? Show.count(documents, "document")
                : Show.count(plan.number("broughtBackProperties"), "property", "properties");
    }

    /** Returns true if one thing is hidden. */
    boolean isOne() {
        long documents = plan.at("broughtBack").number("documents");
        return (documents > 0 ? documents : plan.number("broughtBackProperties")) == 1;
    }

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
        boolean isOffered = plan.is("possible")
                && plan.at("broughtBack").number("documents") + plan.number("broughtBackProperties") > 0;
        return isOffered ? List.of(new UndoBanner(path, plan)) : List.of();
    }
}
