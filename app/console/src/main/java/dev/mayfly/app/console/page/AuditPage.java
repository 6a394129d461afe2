package dev.mayfly.app.console.page;

import java.util.List;
import java.util.Map;

/** The page of the audit and of destroyed documents. */
final class AuditPage {
    private static final String ERASURES = "50";

    Html show(Visit visit) {
        String after = visit.query("after");
        Map<String, String> newest = Map.of("order", "newest");
        Facts audit = visit.api()
                .get("/api/v1/audit", after.isEmpty() ? newest : Map.of("order", "newest", "after", after))
                .orNothing();
        List<Facts> entries = audit.list("items");
        String next = audit.text("next");
        List<Facts> erasures = visit.api()
                .get("/api/v1/erasures", Map.of("limit", ERASURES))
                .orNothing()
                .list("items");
        Frame frame = Frame.of(visit, "Audit", "audit");
        return out -> JteauditGenerated.render(out, NoInterceptor.INSTANCE, frame, entries, erasures, next);
    }
}
