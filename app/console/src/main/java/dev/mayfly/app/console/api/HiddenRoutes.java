package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.metrics.ExpiryCounters;
import dev.mayfly.app.console.text.InstantWords;
import dev.mayfly.app.console.text.LifetimeText;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.hidden.HiddenDocument;
import dev.mayfly.engine.hidden.HiddenPage;
import dev.mayfly.engine.hidden.PurgeResult;
import dev.mayfly.engine.hidden.RestoreOutcome;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of hidden documents that are still stored: listed, brought back, destroyed at once. */
final class HiddenRoutes {
    /** The time that a page of a search may take. */
    private static final int SEARCH_MILLIS_MAX = 10_000;

    private final Engine engine;
    private final RequestTarget finder;
    private final Map<String, FaceDocuments> faces;
    private final RequestMemoryPool memory;

    HiddenRoutes(AdminServices services) {
        this.engine = services.engine();
        this.faces = services.documents();
        this.memory = services.memory();
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    /**
     * A hidden document.
     *
     * @param version tells those apart that have one id
     * @param reason of its rule: {@code default}, {@code document} or {@code field}
     * @param deadFrom from when on it may be destroyed if nothing changes
     * @param held whether a hold keeps it from being destroyed
     * @param aside whether another document has its id by now
     */
    record HiddenView(
            String id,
            long version,
            @Nullable InstantView deadline,
            @Nullable InstantView deadFrom,
            String rule,
            String reason,
            long bytes,
            boolean held,
            boolean aside) {
        static HiddenView of(CollectionRecord record, KeyReader keys, HiddenDocument document) {
            return new HiddenView(
                    keys.write(document.key()),
                    document.version(),
                    InstantView.of(document.deadline()),
                    InstantView.of(document.deadFrom()),
                    RuleNames.of(record, document.queue()),
                    ExpiryCounters.Reason.of(document.queue()).name().toLowerCase(Locale.ROOT),
                    document.bytes(),
                    document.isHeld(),
                    document.isAside());
        }
    }

    HttpResponse list(HttpRequest request) {
        Collection collection = finder.collection(request);
        KeyReader keys = finder.keys(collection.name());
        Page.Wanted wanted = Page.Wanted.of(request);
        HiddenSearch.Found page = page(request, collection, wanted);
        CollectionRecord record = collection.record();
        List<HiddenView> items = page.documents().stream()
                .map(document -> HiddenView.of(record, keys, document))
                .toList();
        byte[] next = page.next();
        return ApiAnswers.json(200, new Page<>(items, next == null ? null : Page.token(next)));
    }

    private HiddenSearch.Found page(HttpRequest request, Collection collection, Page.Wanted wanted) {
        ReadView reading = collection.reading();
        String where = request.queryValue("where");
        if (where == null) {
            HiddenPage page = collection.hiddenDocuments().page(reading, wanted.after(), wanted.limit());
            return new HiddenSearch.Found(page.documents(), page.next());
        }
        FaceDocuments face = DocumentRoutes.face(faces, request);
        try (AdminGuard guard =
                new AdminGuard(memory, SystemClock.INSTANCE, SEARCH_MILLIS_MAX, request.connection()::isOpen)) {
            return guard.during(
                    () -> new HiddenSearch(collection, reading, face.condition(collection, where, reading.now()))
                            .page(wanted));
        }
    }

    /**
     * A hidden document as a whole.
     *
     * @param document in the notation of its face, or null where it is no JSON
     * @param base64 the bytes, where it is no JSON
     */
    record ContentView(
            String id,
            long version,
            String lifetime,
            @Nullable InstantView modified,
            long bytes,
            @JsonRawValue @Nullable String document,
            @Nullable String base64) {}

    HttpResponse show(HttpRequest request) {
        Collection collection = finder.collection(request);
        DocumentKey key = finder.key(request);
        HiddenContent content = collection.hiddenDocuments().content(key, version(request));
        if (content == null) {
            throw finder.missing(request, " that is hidden");
        }
        DocumentText text = DocumentText.of(content.body(), collection.record().format(), DocumentText.WHOLE);
        return ApiAnswers.json(
                200,
                new ContentView(
                        finder.keys(collection.name()).write(key),
                        content.stamp().version(),
                        LifetimeText.words(content.stamp().lifetime()),
                        InstantView.of(content.stamp().modified()),
                        content.body().length,
                        text.json(),
                        text.base64()));
    }

    record RestoredView(String id, long version, @Nullable InstantView deadline) {}

    HttpResponse restore(HttpRequest request) {
        Collection collection = finder.collection(request);
        DocumentKey key = finder.key(request);
        String lifetime = ApiAnswers.argument(request, "lifetime")
                .orElseThrow(() -> AdminException.badRequest(
                        "say for how long, or it would be hidden again at once: {\"lifetime\": \"1d\"}"));
        long version = version(request);
        RestoreOutcome outcome = collection.hiddenDocuments().restore(key, version, LifetimeText.read(lifetime));
        return switch (outcome) {
            case RestoreOutcome.Restored restored ->
                ApiAnswers.json(
                        200,
                        new RestoredView(
                                finder.keys(collection.name()).write(key),
                                restored.version(),
                                InstantView.of(restored.deadline())));
            case RestoreOutcome.Missing _ -> throw finder.missing(request, ", hidden or not");
            case RestoreOutcome.Live _ -> throw AdminException.conflict("there is a live document of this id");
            case RestoreOutcome.Dead dead ->
                throw new AdminException(
                        409,
                        "dead",
                        "it may be destroyed since " + InstantWords.of(dead.since()) + "; the dead stay dead");
            case RestoreOutcome.WouldExpire expired ->
                throw new AdminException(
                        409,
                        "would_expire",
                        "it would be hidden again at once: " + RuleNames.of(collection.record(), expired.queue())
                                + " lets it die at " + InstantWords.of(expired.deadline()));
            case RestoreOutcome.ValueTaken taken ->
                throw AdminException.conflict("the document "
                        + finder.keys(collection.name()).write(taken.holder()) + " has its value in the unique index "
                        + taken.index());
            case RestoreOutcome.Unsayable _ ->
                throw AdminException.badRequest("documents of this collection cannot be given such a lifetime");
        };
    }

    private static long version(HttpRequest request) {
        String version = ApiAnswers.argument(request, "version").orElse("0");
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException _) {
            throw AdminException.badRequest("version is the number that the list of hidden documents tells");
        }
    }

    /**
     * The result of a purge.
     *
     * @param held the number kept by a hold
     * @param missing the number of ids without a hidden document
     */
    record PurgedView(long purged, long bytes, long held, long missing) {}

    HttpResponse purge(HttpRequest request) {
        Collection collection = finder.collection(request);
        if (engine.sweeper().isForbidden()) {
            throw AdminException.conflict("nothing is destroyed while the sweeper is paused or the clock is suspect");
        }
        List<String> ids = ApiAnswers.texts(request, "ids");
        boolean all = ApiAnswers.flag(request, "all");
        if (all != ids.isEmpty()) {
            throw AdminException.badRequest("say what: {\"ids\": [\"a\", \"b\"]} or {\"all\": true}");
        }
        PurgeResult purged = all
                ? collection.hiddenDocuments().purgeAll()
                : collection.hiddenDocuments().purge(keys(collection, ids));
        return ApiAnswers.json(
                200, new PurgedView(purged.documents(), purged.bytes(), purged.held(), purged.missing()));
    }

    private List<DocumentKey> keys(Collection collection, List<String> ids) {
        KeyReader reader = finder.keys(collection.name());
        List<DocumentKey> keys = new ArrayList<>(ids.size());
        for (String id : ids) {
            try {
                keys.add(reader.read(id));
            } catch (IllegalArgumentException wrong) {
                throw AdminException.badRequest("the id is not understood: " + wrong.getMessage());
            }
        }
        return keys;
    }
}
