package dev.mayfly.app.console.api;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.face.api.FaceReplications;
import dev.mayfly.face.api.FaceReplications.ReplicationReport;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The route of replications to other clusters. */
final class ReplicationRoutes {
    private final Map<String, FaceReplications> replications;

    ReplicationRoutes(Map<String, FaceReplications> replications) {
        this.replications = replications;
    }

    /**
     * A replication.
     *
     * @param state {@code running}, {@code paused}, or {@code failing} while it tries again
     */
    record ReplicationView(
            String id,
            String face,
            String source,
            String cluster,
            String target,
            String state,
            String failure,
            Map<String, String> settings,
            Map<String, Double> statistics) {}

    HttpResponse list(HttpRequest request) {
        List<ReplicationView> views = new ArrayList<>();
        replications.forEach((face, all) -> all.all().forEach(each -> views.add(view(face, each))));
        views.sort(Comparator.comparing(ReplicationView::id));
        return ApiAnswers.json(200, Page.of(views, Page.Wanted.of(request), ReplicationView::id));
    }

    private static ReplicationView view(String face, ReplicationReport report) {
        boolean isFailing = !report.failure().isEmpty();
        return new ReplicationView(
                report.id(),
                face,
                report.source(),
                report.cluster(),
                report.target(),
                report.isPaused() ? "paused" : isFailing ? "failing" : "running",
                report.failure(),
                new TreeMap<>(report.settings()),
                new TreeMap<>(report.statistics()));
    }
}
