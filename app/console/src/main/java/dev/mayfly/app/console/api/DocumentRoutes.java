package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.text.LifetimeText;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.DocumentDraft;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents by key and by deadline, one by one and page by page. */
final class DocumentRoutes {
    /** The time that a list may take whose order is not stored. */
    private static final int SORT_MILLIS_MAX = 30_000;

    private final RequestTarget finder;
    private final Map<String, FaceDocuments> faces;
    private final RequestMemoryPool memory;

    DocumentRoutes(AdminServices services) {
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.faces = services.documents();
        this.memory = services.memory();
    }

    record DeletedView(String id, boolean deleted) {}

    /** The ways in which a list may be ordered: by what is stored in order, by the size, or by a field. */
    private enum Order {
        KEY,
        EXPIRY,
        SIZE,
        FIELD;

        static Order of(HttpRequest request) {
            String known = request.queryValue("by") == null ? "key" : "field";
            String asked = Queries.word(request, "order", known, List.of("key", "expiry", "size", "field"));
            return valueOf(asked.toUpperCase(Locale.ROOT));
        }
    }

    HttpResponse list(HttpRequest request) {
        Collection collection = finder.collection(request);
        Order order = Order.of(request);
        boolean isDescending = Queries.word(request, "direction", "asc", List.of("asc", "desc"))
                .equals("desc");
        refuseMixed(request, order);
        ReadView reading = collection.reading();
        Page.Wanted wanted = Page.Wanted.of(request);
        DocumentPages pages = new DocumentPages(
                reading,
                finder.keys(RequestTarget.name(request)),
                wanted.limit(),
                Queries.number(request, "preview", DocumentText.PREVIEW, 0, DocumentText.PREVIEW_MAX));
        boolean isStored = order == Order.KEY || order == Order.EXPIRY && !isDescending;
        DocumentFilter filter = DocumentFilter.of(request, collection, reading, faces);
        if (!isStored) {
            return sorted(request, sort(request, collection, pages, order, isDescending, filter));
        }
        Direction direction = isDescending ? Direction.BACKWARD : Direction.FORWARD;
        try (DocumentCursor cursor = order == Order.KEY
                ? DocumentPages.byKey(collection, reading, prefixed(request), direction, wanted.after())
                : collection.byDeadline(reading, behind(deadlines(request), wanted.after()))) {
            return ApiAnswers.json(200, pages.read(cursor, filter).page());
        }
    }

    private static void refuseMixed(HttpRequest request, Order order) {
        refuse(request, order == Order.EXPIRY, List.of("from", "until"), "deadlines: add order=expiry");
        refuse(request, order == Order.KEY, List.of("prefix"), "keys");
        refuse(request, order == Order.FIELD, List.of("by"), "a field: add order=field");
    }

    private static void refuse(HttpRequest request, boolean isMeant, List<String> names, String order) {
        for (String name : names) {
            if (!isMeant && request.queryValue(name) != null) {
                throw AdminException.badRequest(name + " is of the order of " + order);
            }
        }
    }

    private DocumentSort sort(
            HttpRequest request,
            Collection collection,
            DocumentPages pages,
            Order order,
            boolean isDescending,
            DocumentFilter filter) {
        if (order == Order.FIELD) {
            String by = request.queryValue("by");
            if (by == null || by.isBlank()) {
                throw AdminException.badRequest("say by which field: by=user.name");
            }
            FieldOrder field = face(request).order(collection, pages.reading(), FieldPath.of(by.strip()), isDescending);
            return new DocumentSort(
                    collection,
                    pages,
                    each -> field.places().of(each.key(), new HiddenContent(each.stamp(), each.body())),
                    field.walk(),
                    filter);
        }
        if (order == Order.SIZE) {
            return new DocumentSort(collection, pages, each -> number(each.storedBytes(), isDescending), null, filter);
        }
        DeadlineRange range = deadlines(request);
        return new DocumentSort(
                collection,
                pages,
                each -> number(each.deadline(), isDescending),
                null,
                each -> each.deadline() >= range.from() && each.deadline() < range.until() && filter.holds(each));
    }

    private static byte[] number(long value, boolean isDescending) {
        return ByteBuffer.allocate(Long.BYTES)
                .putLong((isDescending ? ~value : value) ^ Long.MIN_VALUE)
                .array();
    }

    /** Answers within a bound of time and memory, both of which a sort without an index may reach. */
    private HttpResponse sorted(HttpRequest request, DocumentSort sort) {
        byte[] after = Page.position(request);
        try (AdminGuard guard =
                new AdminGuard(memory, SystemClock.INSTANCE, SORT_MILLIS_MAX, request.connection()::isOpen)) {
            return guard.during(() -> ApiAnswers.json(200, sort.page(after)));
        } catch (FaceRefusal refused) {
            throw refused.reason() == FaceRefusal.Reason.TIMEOUT && sort.walk() == null
                    ? FaceRefusal.timeout("no index has this order, and to look at all documents takes more than "
                            + SORT_MILLIS_MAX / 1_000 + " s; make an index, or ask for fewer with where")
                    : refused;
        }
    }

    private static DeadlineRange behind(DeadlineRange range, byte @Nullable [] after) {
        try {
            return range.behind(after);
        } catch (IllegalArgumentException _) {
            throw AdminException.badRequest("after is not the next of an earlier answer");
        }
    }

    private KeyRange prefixed(HttpRequest request) {
        String prefix = request.queryValue("prefix");
        try {
            return prefix == null
                    ? KeyRange.ALL
                    : finder.keys(RequestTarget.name(request)).beginning(prefix);
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("the prefix is not understood: " + wrong.getMessage());
        }
    }

    private static DeadlineRange deadlines(HttpRequest request) {
        return DeadlineRange.of(
                Queries.instant(request, "from", Long.MIN_VALUE),
                Queries.instant(request, "until", Deadlines.NO_DEADLINE));
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
