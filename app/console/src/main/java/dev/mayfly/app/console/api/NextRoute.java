package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The route of the documents that expire next, whichever collections they are in. */
final class NextRoute {
    private static final int LIMIT = 10;
    private static final int LIMIT_MAX = 100;

    private final Engine engine;
    private final RequestTarget finder;

    NextRoute(AdminServices services) {
        this.engine = services.engine();
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    /** A document that expires soon. */
    record NextView(
            String face,
            String database,
            String collection,
            String id,
            @Nullable InstantView deadline,
            long timeLeftMillis,
            String rule) {}

    /** The first of them, the earliest deadline first. */
    record NextList(List<NextView> items) {}

    HttpResponse list(HttpRequest request) {
        int limit = Queries.number(request, "limit", LIMIT, 1, LIMIT_MAX);
        CollectionName only = RequestTarget.ofCollection(request);
        List<NextView> found = new ArrayList<>();
        for (Collection each : engine.catalog().all()) {
            boolean isWanted = only == null || each.name().equals(only);
            if (isWanted && !each.record().policy().current().rules().isEmpty()) {
                add(each, limit, found);
            }
        }
        return ApiAnswers.json(200, new NextList(List.copyOf(found)));
    }

    /** Adds those of a collection that are among the first of all. */
    private void add(Collection collection, int limit, List<NextView> found) {
        ReadView reading = collection.reading();
        try (DocumentCursor cursor = collection.byDeadline(reading, DeadlineRange.ALL)) {
            for (int count = 0; count < limit; count++) {
                Document document = cursor.next();
                boolean isLate =
                        document != null && found.size() >= limit && document.deadline() >= deadline(found.getLast());
                if (document == null || isLate) {
                    return;
                }
                found.add(view(collection, reading, document));
                found.sort(Comparator.comparingLong(NextRoute::deadline));
                if (found.size() > limit) {
                    found.removeLast();
                }
            }
        }
    }

    private static long deadline(NextView view) {
        return view.deadline() == null ? Long.MAX_VALUE : view.deadline().epochMillis();
    }

    private NextView view(Collection collection, ReadView reading, Document document) {
        CollectionName name = collection.name();
        return new NextView(
                name.face(),
                name.database(),
                name.collection(),
                finder.keys(name).write(document.key()),
                InstantView.of(document.deadline()),
                document.deadline() - reading.now(),
                RuleNames.of(reading.record(), document.decidingQueue(reading)));
    }
}
