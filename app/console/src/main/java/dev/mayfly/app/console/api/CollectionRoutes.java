package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.doctor.ExplanationView;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.view.CollectionView;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Explanation;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The routes of collections and of the explanation why one document does or does not expire. */
final class CollectionRoutes {
    private final AdminServices services;
    private final HiddenCountCache hiddenCounts;
    private final RequestTarget finder;

    CollectionRoutes(AdminServices services, HiddenCountCache hiddenCounts) {
        this.services = services;
        this.hiddenCounts = hiddenCounts;
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    HttpResponse list(HttpRequest request) {
        Page.Wanted wanted = Page.Wanted.of(request);
        String face = request.queryValue("face");
        String database = request.queryValue("database");
        List<CollectionView> views = hiddenCounts.count().collections().stream()
                .filter(counted ->
                        face == null || counted.collection().name().face().equals(face))
                .filter(counted -> database == null
                        || counted.collection().name().database().equals(database))
                .map(CollectionView::of)
                .sorted(Comparator.comparing(CollectionView::position))
                .toList();
        return ApiAnswers.json(200, Page.of(views, wanted, CollectionView::position));
    }

    HttpResponse show(HttpRequest request) {
        HiddenCountCache.Counted counted = hiddenCounts.countOne(finder.collection(request));
        if (counted == null) {
            throw AdminException.notFound("there is no collection " + RequestTarget.name(request));
        }
        return ApiAnswers.json(200, CollectionView.of(counted));
    }

    HttpResponse explain(HttpRequest request) {
        Collection collection = finder.collection(request);
        Explanation explanation = collection.explain(finder.key(request));
        if (explanation == null) {
            throw finder.missing(request, ", hidden or not");
        }
        return ApiAnswers.json(
                200,
                ExplanationView.of(
                        collection.record(),
                        services.definitions(collection.name()),
                        RequestTarget.id(request),
                        explanation));
    }

    /** A word of an enumeration, as answers have it. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
