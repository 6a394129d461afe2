package dev.mayfly.app.console;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Explanation;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What exists, and why one document does or does not expire. */
final class CollectionRoutes {
    private final Census census;
    private final Finder finder;

    CollectionRoutes(AdminServices services, Census census) {
        this.census = census;
        this.finder = new Finder(services.engine(), services.keys());
    }

    HttpResponse list(HttpRequest request) {
        Page.Wanted wanted = Page.Wanted.of(request);
        String face = request.queryValue("face");
        String database = request.queryValue("database");
        List<CollectionView> views = census.count().collections().stream()
                .filter(counted ->
                        face == null || counted.collection().name().face().equals(face))
                .filter(counted -> database == null
                        || counted.collection().name().database().equals(database))
                .map(CollectionView::of)
                .sorted(Comparator.comparing(CollectionView::position))
                .toList();
        return Answers.json(200, Page.of(views, wanted, CollectionView::position));
    }

    HttpResponse show(HttpRequest request) {
        Census.Counted counted = Census.countOne(finder.collection(request));
        if (counted == null) {
            throw AdminException.notFound("there is no collection " + Finder.name(request));
        }
        return Answers.json(200, CollectionView.of(counted));
    }

    HttpResponse explain(HttpRequest request) {
        Collection collection = finder.collection(request);
        Explanation explanation = collection.explain(finder.key(request));
        if (explanation == null) {
            throw finder.missing(request, ", hidden or not");
        }
        return Answers.json(200, ExplanationView.of(collection.record(), Finder.id(request), explanation));
    }

    /** A word of an enumeration, as answers have it. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
