package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.text.LifetimeText;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.DocumentDraft;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents by key and by deadline, one by one and page by page. */
final class DocumentRoutes {
    /** The number of documents that a request looks at before it answers with those found so far. */
    private static final int LOOKED_AT_MAX = 20_000;

    /** The bytes of documents that a page may have. */
    private static final long PAGE_BYTES_MAX = 8L << 20;

    private final RequestTarget finder;
    private final Map<String, FaceDocuments> faces;

    DocumentRoutes(AdminServices services) {
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.faces = services.documents();
    }

    record DeletedView(String id, boolean deleted) {}

    HttpResponse list(HttpRequest request) {
        Collection collection = finder.collection(request);
        Page.Wanted wanted = Page.Wanted.of(request);
        ReadView reading = collection.reading();
        boolean byKey =
                Queries.word(request, "order", "key", List.of("key", "expiry")).equals("key");
        refuseMixed(request, byKey);
        DocumentFilter filter = DocumentFilter.of(request, collection, reading, faces);
        try (DocumentCursor cursor = byKey
                ? byKey(request, collection, reading, wanted)
                : collection.byDeadline(reading, deadlines(request, wanted))) {
            return ApiAnswers.json(200, page(request, reading, cursor, wanted, filter));
        }
    }

    private static void refuseMixed(HttpRequest request, boolean byKey) {
        List<String> foreign = byKey ? List.of("from", "until") : List.of("prefix");
        for (String name : foreign) {
            if (request.queryValue(name) != null) {
                throw AdminException.badRequest(
                        name + " is of the order of " + (byKey ? "deadlines: add order=expiry" : "keys"));
            }
        }
    }

    private DocumentCursor byKey(HttpRequest request, Collection collection, ReadView reading, Page.Wanted wanted) {
        String prefix = request.queryValue("prefix");
        KeyRange whole = prefix == null ? KeyRange.ALL : prefixed(request, prefix);
        byte[] after = wanted.after();
        if (after != null) {
            byte[] behind = Arrays.copyOf(after, after.length + 1);
            boolean isLater = Arrays.compareUnsigned(behind, whole.from()) > 0;
            whole = isLater ? new KeyRange(behind, whole.until()) : whole;
        }
        return collection.scan(reading, List.of(whole), Direction.FORWARD);
    }

    private KeyRange prefixed(HttpRequest request, String prefix) {
        try {
            return finder.keys(RequestTarget.name(request)).beginning(prefix);
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("the prefix is not understood: " + wrong.getMessage());
        }
    }

    private static DeadlineRange deadlines(HttpRequest request, Page.Wanted wanted) {
        try {
            return DeadlineRange.of(
                            Queries.instant(request, "from", Long.MIN_VALUE),
                            Queries.instant(request, "until", Deadlines.NO_DEADLINE))
                    .behind(wanted.after());
        } catch (IllegalArgumentException _) {
            throw AdminException.badRequest("after is not the next of an earlier answer");
        }
    }

    private Page<DocumentView> page(
            HttpRequest request, ReadView reading, DocumentCursor cursor, Page.Wanted wanted, DocumentFilter filter) {
        int most = Queries.number(request, "preview", DocumentText.PREVIEW, 0, DocumentText.PREVIEW_MAX);
        KeyReader keys = finder.keys(RequestTarget.name(request));
        List<DocumentView> items = new ArrayList<>();
        long bytes = 0;
        while (items.size() < wanted.limit()
                && bytes < PAGE_BYTES_MAX
                && cursor.effort().documents() < LOOKED_AT_MAX) {
            Document document = cursor.next();
            if (document == null) {
                return new Page<>(items, null);
            }
            if (filter.holds(document)) {
                bytes += Math.min(document.bodyLength(), most);
                items.add(DocumentView.of(reading, document, keys, most));
            }
        }
        byte[] position = cursor.position();
        String next = position == null || cursor.next() == null ? null : Page.token(position);
        return new Page<>(items, next);
    }

    HttpResponse get(HttpRequest request) {
        boolean isExact = Queries.word(request, "form", "plain", List.of("plain", "exact"))
                .equals("exact");
        return shown(request, 200, isExact);
    }

    private HttpResponse shown(HttpRequest request, int status) {
        return shown(request, status, false);
    }

    private HttpResponse shown(HttpRequest request, int status, boolean isExact) {
        Collection collection = finder.collection(request);
        ReadView reading = collection.reading();
        Document document = collection.get(reading, finder.key(request));
        if (document == null) {
            throw finder.missing(request, null);
        }
        KeyReader keys = finder.keys(collection.name());
        return ApiAnswers.json(
                status,
                isExact
                        ? DocumentView.exact(reading, document, keys)
                        : DocumentView.of(reading, document, keys, DocumentText.WHOLE));
    }

    HttpResponse put(HttpRequest request) {
        FaceDocuments.Address address = address(request);
        Lifetime lifetime = lifetime(request);
        ApiAnswers.requireObject(request);
        boolean isNew = face(request).put(address, request.text(), lifetime, expected(request));
        return shown(request, isNew ? 201 : 200);
    }

    static @Nullable Lifetime lifetime(HttpRequest request) {
        String asked = request.queryValue("lifetime");
        return asked == null || asked.isBlank() ? null : LifetimeText.read(asked);
    }

    private static ExpectedVersion expected(HttpRequest request) {
        String version = request.queryValue("ifVersion");
        try {
            return version == null ? ExpectedVersion.ANY : new ExpectedVersion(Long.valueOf(version));
        } catch (NumberFormatException _) {
            throw AdminException.badRequest("ifVersion is the version that an answer tells, or 0 for no document");
        }
    }

    /** Writes a document that is new. */
    HttpResponse insert(HttpRequest request) {
        Collection collection = finder.collection(request);
        ApiAnswers.requireObject(request);
        FaceDocuments face = face(request);
        String id = request.queryValue("id");
        String whole = id == null || id.isEmpty() ? face.newId(collection, request.text()) : id;
        String partitionKey = id == null || id.isEmpty() ? null : request.queryValue("partitionKey");
        DocumentKey key = key(collection, whole, partitionKey);
        face.put(
                new FaceDocuments.Address(collection, whole, partitionKey),
                request.text(),
                lifetime(request),
                ExpectedVersion.NONE);
        ReadView reading = collection.reading();
        Document document = collection.get(reading, key);
        if (document == null) {
            throw AdminException.conflict("it is written, and has expired already");
        }
        return ApiAnswers.json(
                201, DocumentView.of(reading, document, finder.keys(collection.name()), DocumentText.WHOLE));
    }

    private DocumentKey key(Collection collection, String id, @Nullable String partitionKey) {
        try {
            return finder.keys(collection.name()).read(id, partitionKey);
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("the id is not understood: " + wrong.getMessage());
        }
    }

    /**
     * The lifetime that a document would have.
     *
     * @param hidden whether it would be expired from its first moment on
     */
    record PreviewView(
            String id,
            @Nullable InstantView deadline,
            @Nullable Long timeLeftMillis,
            @Nullable String rule,
            boolean hidden) {}

    /** Tells how long a document would live if it were written so now, and writes nothing. */
    HttpResponse preview(HttpRequest request) {
        Collection collection = finder.collection(request);
        ApiAnswers.requireObject(request);
        FaceDocuments face = face(request);
        String given = request.queryValue("id");
        String id = given == null || given.isEmpty() ? face.newId(collection, request.text()) : given;
        String partitionKey = given == null || given.isEmpty() ? null : request.queryValue("partitionKey");
        key(collection, id, partitionKey);
        ReadView reading = collection.reading();
        FaceDocuments.Address address = new FaceDocuments.Address(collection, id, partitionKey);
        DocumentDraft draft = face.draft(address, request.text(), lifetime(request), reading.now());
        Decision.Put put = draft.put();
        Document document = Document.unstored(reading, draft.key(), put.lifetime(), put.face(), put.body());
        String written = finder.keys(collection.name()).write(draft.key());
        if (document == null) {
            return ApiAnswers.json(200, new PreviewView(written, null, null, null, true));
        }
        DocumentView view = DocumentView.of(reading, document, finder.keys(collection.name()), 0);
        return ApiAnswers.json(
                200, new PreviewView(written, view.deadline(), view.timeLeftMillis(), view.rule(), false));
    }

    HttpResponse delete(HttpRequest request) {
        FaceDocuments.Address address = address(request);
        if (!face(request).delete(address, expected(request))) {
            throw finder.missing(request, null);
        }
        return ApiAnswers.json(200, new DeletedView(address.id(), true));
    }

    HttpResponse touch(HttpRequest request) {
        FaceDocuments.Address address = address(request);
        Lifetime lifetime = LifetimeText.read(ApiAnswers.argument(request, "lifetime")
                .orElseThrow(() -> AdminException.badRequest("say for how long: {\"lifetime\": \"15m\"}")));
        ReadView reading = address.collection().reading();
        if (address.collection().get(reading, finder.key(request)) == null) {
            throw finder.missing(request, null);
        }
        if (lifetime instanceof Lifetime.Until until && until.epochMillis() <= reading.now()) {
            throw AdminException.badRequest("that instant is past; to remove a document use DELETE");
        }
        face(request).touch(address, lifetime, reading.now());
        return shown(request, 200);
    }

    private FaceDocuments.Address address(HttpRequest request) {
        // The key is read first, so that a bad one is refused in the same words everywhere.
        finder.key(request);
        return new FaceDocuments.Address(
                finder.collection(request), RequestTarget.id(request), request.queryValue("partitionKey"));
    }

    FaceDocuments face(HttpRequest request) {
        return face(faces, request);
    }

    static FaceDocuments face(Map<String, FaceDocuments> faces, HttpRequest request) {
        FaceDocuments face = faces.get(request.parameter("face"));
        if (face == null) {
            throw AdminException.conflict(
                    "the " + request.parameter("face") + " face is off, and only it knows its documents' rules");
        }
        return face;
    }
}
