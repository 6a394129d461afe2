package dev.mayfly.app.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineError;
import dev.mayfly.engine.EngineException;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is suspicious about lifetimes, of one collection or of all. */
final class DoctorRoutes {
    private static final int SAMPLE = 10_000;
    private static final int SAMPLE_MAX = 100_000;

    private final Engine engine;
    private final Finder finder;
    private final CollectionDoctor doctor;

    DoctorRoutes(AdminServices services) {
        this.engine = services.engine();
        this.finder = new Finder(services.engine(), services.keys());
        this.doctor = new CollectionDoctor(services);
    }

    /** @param next where to go on, or null when all was looked at */
    record DiagnosisView(
            List<Finding> findings,
            ProgressView progress,
            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {}

    /**
     * How far this request came.
     *
     * @param collections that are done
     * @param documents that were looked at
     * @param documentsTotal that are stored
     */
    record ProgressView(int collections, int collectionsTotal, long documents, long documentsTotal) {}

    HttpResponse one(HttpRequest request) {
        Collection collection = finder.collection(request);
        CollectionDoctor.Examination found =
                doctor.examine(collection, Page.position(request), sample(request));
        byte[] position = found.position();
        ProgressView progress = new ProgressView(
                position == null ? 1 : 0,
                1,
                found.documents(),
                collection.storedSize().documents());
        return Answers.json(
                200, new DiagnosisView(found.findings(), progress, position == null ? null : Page.token(position)));
    }

    private static int sample(HttpRequest request) {
        return Queries.number(request, "sample", SAMPLE, 1, SAMPLE_MAX);
    }

    /** Collection by collection, until so many documents were looked at as a sample has. */
    HttpResponse all(HttpRequest request) {
        int sample = sample(request);
        byte[] token = Page.position(request);
        String after = token == null ? "" : new String(token, StandardCharsets.UTF_8);
        List<Collection> collections = engine.catalog().all().stream()
                .sorted(Comparator.comparing(each -> CollectionView.position(each.name())))
                .toList();
        List<Finding> findings = new ArrayList<>();
        long documents = 0;
        int done = 0;
        String last = null;
        for (Collection collection : collections) {
            String position = CollectionView.position(collection.name());
            if (position.compareTo(after) > 0 && documents < sample) {
                documents += examine(collection, sample, findings);
                last = position;
            }
            done += position.compareTo(last == null ? after : last) <= 0 ? 1 : 0;
        }
        String next = done == collections.size() || last == null ? null : Page.token(last);
        long stored = collections.stream()
                .mapToLong(each -> each.storedSize().documents())
                .sum();
        ProgressView progress = new ProgressView(done, collections.size(), documents, stored);
        return Answers.json(200, new DiagnosisView(findings, progress, next));
    }

    /** Answers how many documents were looked at; none of a collection that was dropped meanwhile. */
    private long examine(Collection collection, int sample, List<Finding> findings) {
        try {
            CollectionDoctor.Examination found = doctor.examine(collection, null, sample);
            findings.addAll(found.findings());
            return found.documents();
        } catch (EngineException failure) {
            if (failure.error() instanceof EngineError.CollectionMissing) {
                return 0;
            }
            throw failure;
        }
    }
}
