package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The routes of the audit, the record of changes to lifetimes. */
final class AuditRoutes {
    private final Engine engine;

    AuditRoutes(AdminServices services) {
        this.engine = services.engine();
    }

    /**
     * An entry of the audit.
     *
     * @param way the face or interface of the request
     * @param who the user, if the face knows it
     * @param action {@code policy}, {@code undone}, {@code held}, {@code released}, {@code restored}, {@code
     *     purged}, {@code created}, {@code dropped} or {@code renamed}
     * @param before the policy in words, where one was changed
     */
    record AuditView(
            @Nullable InstantView at,
            String way,
            @Nullable String who,
            String action,
            String collection,
            @Nullable String before,
            @Nullable String after,
            @Nullable String note) {
        static AuditView of(AuditEntry entry) {
            return new AuditView(
                    InstantView.of(entry.at()),
                    entry.actor().way(),
                    said(entry.actor().who()),
                    entry.action().name().toLowerCase(Locale.ROOT),
                    CollectionNames.text(entry.collection()),
                    said(entry.before()),
                    said(entry.after()),
                    said(entry.note()));
        }

        private static @Nullable String said(String text) {
            return text.isEmpty() ? null : text;
        }
    }

    HttpResponse list(HttpRequest request) {
        CollectionName of = RequestTarget.ofCollection(request);
        Page.Wanted wanted = Page.Wanted.of(request);
        boolean isNewestFirst = Queries.word(request, "order", "oldest", List.of("oldest", "newest"))
                .equals("newest");
        String after = wanted.text();
        long from = after != null ? position(after) : isNewestFirst ? Long.MAX_VALUE : 0;
        List<AuditEntry> found = read(isNewestFirst, from, wanted.limit(), of);
        // Entries of one position are never torn apart, since a page begins behind a position: it may be longer for
        // that.
        boolean isLast = found.size() < wanted.limit()
                || read(isNewestFirst, found.getLast().position(), 1, of).isEmpty();
        String next = isLast ? null : Page.token(Long.toString(found.getLast().position()));
        return ApiAnswers.json(200, new Page<>(found.stream().map(AuditView::of).toList(), next));
    }

    private List<AuditEntry> read(boolean isNewestFirst, long from, int limit, @Nullable CollectionName of) {
        return isNewestFirst
                ? engine.audit().readBack(from, limit, of)
                : engine.audit().read(from, limit, of);
    }

    private static long position(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw AdminException.badRequest("after is not the next of an earlier answer");
        }
    }
}
