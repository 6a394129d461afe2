package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.doctor.CollectionDoctor;
import dev.mayfly.app.console.doctor.DoctorFinding;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.view.CollectionView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of suspicious lifetimes, of one collection or of all. */
final class DoctorRoutes {
    private static final int SAMPLE = 10_000;
    private static final int SAMPLE_MAX = 100_000;

    private final Engine engine;
    private final RequestTarget finder;
    private final CollectionDoctor doctor;

    DoctorRoutes(AdminServices services) {
        this.engine = services.engine();
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.doctor = new CollectionDoctor(services);
    }

    /** @param next where to go on, or null when all was looked at */
    record DiagnosisView(
            List<DoctorFinding> findings,
            ProgressView progress,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            String next) {}

    /**
     * The progress of this request.
     *
     * @param collections the number finished
     * @param documents the number looked at
     * @param documentsTotal the number stored
     */
    record ProgressView(int collections, int collectionsTotal, long documents, long documentsTotal) {}

    HttpResponse one(HttpRequest request) {
        Collection collection = finder.collection(request);
        CollectionDoctor.Examination found = doctor.examine(collection, Page.position(request), sample(request));
        byte[] position = found.position();
        ProgressView progress = new ProgressView(
                position == null ? 1 : 0,
                1,
                found.documents(),
                collection.storedSize().documents());
        return ApiAnswers.json(
                200, new DiagnosisView(found.findings(), progress, position == null ? null : Page.token(position)));
    }

    private static int sample(HttpRequest request) {
        return Queries.number(request, "sample", SAMPLE, 1, SAMPLE_MAX);
    }

    /** Examines collection by collection, until as many documents were looked at as a sample has. */
    HttpResponse all(HttpRequest request) {
        int sample = sample(request);
        byte[] token = Page.position(request);
        String after = token == null ? "" : new String(token, StandardCharsets.UTF_8);
        List<Collection> collections = engine.catalog().all().stream()
                .sorted(Comparator.comparing(each -> CollectionView.position(each.name())))
                .toList();
        List<DoctorFinding> findings = new ArrayList<>();
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
        return ApiAnswers.json(200, new DiagnosisView(findings, progress, next));
    }

    /** Returns the number of documents looked at; zero for a collection that was dropped meanwhile. */
    private long examine(Collection collection, int sample, List<DoctorFinding> findings) {
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
