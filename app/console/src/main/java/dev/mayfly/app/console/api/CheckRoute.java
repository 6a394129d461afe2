package dev.mayfly.app.console.api;

import dev.mayfly.app.console.operation.OperationProgress;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.check.CheckFinding;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Verifies a running server; heals nothing, for which it would have to stop its writers. */
final class CheckRoute {
    private static final int FINDINGS_MAX = 100;

    private final Engine engine;
    private final OperationRoutes operations;

    CheckRoute(Engine engine, OperationRoutes operations) {
        this.engine = engine;
        this.operations = operations;
    }

    /**
     * The result of a check.
     *
     * @param found the number of problems
     * @param findings the first of them
     */
    record Checked(long documents, long indexEntries, long queueEntries, long found, List<FindingView> findings) {}

    /** Something that does not fit. */
    record FindingView(
            String collection,
            String kind,
            int subject,
            @Nullable String key) {
        static FindingView of(CheckFinding finding) {
            String key = finding.key() == null ? null : finding.key().toString();
            String kind = finding.kind().name().toLowerCase(Locale.ROOT);
            return new FindingView(finding.collection().toString(), kind, finding.subject(), key);
        }
    }

    HttpResponse begin() {
        return operations.begin("check", "all collections", "documents", this::check);
    }

    private Checked check(OperationProgress progress) {
        List<Collection> all = engine.catalog().all();
        long total =
                all.stream().mapToLong(each -> each.storedSize().documents()).sum();
        long documents = 0;
        long indexEntries = 0;
        long queueEntries = 0;
        long found = 0;
        List<FindingView> findings = new ArrayList<>();
        for (Collection collection : all) {
            CheckReport report = EngineCheck.check(collection);
            documents += report.documents();
            indexEntries += report.indexEntries();
            queueEntries += report.queueEntries();
            found += report.found();
            report.findings().stream()
                    .limit(FINDINGS_MAX - findings.size())
                    .map(FindingView::of)
                    .forEach(findings::add);
            progress.advance(documents, Math.max(total, documents));
        }
        return new Checked(documents, indexEntries, queueEntries, found, findings);
    }
}
