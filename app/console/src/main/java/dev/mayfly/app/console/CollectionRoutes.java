package dev.mayfly.app.console;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What exists, and why one document does or does not expire. */
final class CollectionRoutes {
    private final Engine engine;
    private final Census census;
    private final Map<String, KeyReader> keys;

    CollectionRoutes(Engine engine, Census census, Map<String, KeyReader> keys) {
        this.engine = engine;
        this.census = census;
        this.keys = keys;
    }

    record CollectionsView(List<CollectionView> collections) {}

    record CollectionView(
            String face,
            String database,
            String collection,
            long live,
            long hidden,
            long bytes,
            long sweepVisits,
            List<String> indexes,
            PolicyView policy) {}

    HttpResponse list() {
        List<CollectionView> views = census.count().collections().stream()
                .map(CollectionRoutes::view)
                .sorted(Comparator.comparing(CollectionView::face)
                        .thenComparing(CollectionView::database)
                        .thenComparing(CollectionView::collection))
                .toList();
        return Answers.json(200, new CollectionsView(views));
    }

    private static CollectionView view(Census.Counted counted) {
        Collection collection = counted.collection();
        CollectionName name = collection.name();
        return new CollectionView(
                name.face(),
                name.database(),
                name.collection(),
                counted.live(),
                counted.hidden().documents(),
                counted.stored().bytes(),
                collection.sweepVisits(),
                collection.record().indexes().stream()
                        .map(IndexDefinition::name)
                        .toList(),
                PolicyView.of(collection.record()));
    }

    HttpResponse explain(HttpRequest request) {
        String face = request.parameter("face");
        CollectionName name = new CollectionName(face, request.parameter("database"), request.parameter("collection"));
        Collection collection = engine.find(name);
        if (collection == null) {
            throw AdminException.notFound("there is no collection " + name);
        }
        String id = request.queryValue("id");
        KeyReader reader = keys.get(face);
        if (id == null || reader == null) {
            throw AdminException.badRequest("say which document: ?id=ID, strings in quotes");
        }
        Explanation explanation;
        try {
            explanation = collection.explain(reader.read(id));
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("the id is not understood: " + wrong.getMessage());
        }
        if (explanation == null) {
            throw AdminException.notFound("there is no document " + id + " in " + name + ", hidden or not");
        }
        return Answers.json(200, ExplanationView.of(collection.record(), id, explanation));
    }
}
