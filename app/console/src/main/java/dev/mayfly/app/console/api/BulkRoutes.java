package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.text.LifetimeText;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;

/** The routes that change every live document of which a condition holds, each with a dry run. */
final class BulkRoutes {
    private final RequestTarget finder;
    private final Map<String, FaceDocuments> faces;
    private final OperationRoutes operations;
    private final RequestMemoryPool memory;

    BulkRoutes(AdminServices services) {
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.faces = services.documents();
        this.operations = new OperationRoutes(services.operations());
        this.memory = services.memory();
    }

    HttpResponse touch(HttpRequest request) {
        Lifetime lifetime = LifetimeText.read(ApiAnswers.argument(request, "lifetime")
                .orElseThrow(() -> AdminException.badRequest("say for how long: {\"lifetime\": \"15m\"}")));
        FaceDocuments face = DocumentRoutes.face(faces, request);
        return answer(
                request,
                "touch",
                (address, _) -> face.touch(
                        address, lifetime, address.collection().reading().now()));
    }

    /** Only documents that are still what they were when the condition held of them are removed. */
    HttpResponse delete(HttpRequest request) {
        FaceDocuments face = DocumentRoutes.face(faces, request);
        return answer(
                request,
                "delete",
                (address, document) -> face.delete(address, new ExpectedVersion(document.version())));
    }

    /** One hold for each document, named after the first by number. */
    HttpResponse hold(HttpRequest request) {
        Collection collection = finder.collection(request);
        String name = ApiAnswers.argument(request, "name")
                .orElseThrow(() -> AdminException.badRequest("name the hold: {\"name\": \"case-7\"}"));
        String reason = ApiAnswers.argument(request, "reason").orElse("");
        if (name.isEmpty() || Math.max(name.length() + 5, reason.length()) > Hold.CHARACTERS_MAX) {
            throw AdminException.badRequest("a hold has a name, and it and its reason are not too long");
        }
        int[] number = {0};
        return answer(request, "hold", (_, document) -> {
            String numbered = name + "-" + ++number[0];
            if (collection.hiddenDocuments().hold(numbered, document.key(), reason) == null) {
                throw AdminException.conflict(
                        "a collection has at most " + Hold.MAX + " holds; hold the whole collection instead");
            }
        });
    }

    private HttpResponse answer(HttpRequest request, String kind, BulkChange.Step step) {
        Collection collection = finder.collection(request);
        KeyReader keys = finder.keys(collection.name());
        FaceDocuments face = DocumentRoutes.face(faces, request);
        String where = ApiAnswers.argument(request, "where").orElse("");
        if (where.isBlank()) {
            throw AdminException.badRequest(
                    "say of which documents: {\"where\": \"...\"}, in the language of the face");
        }
        // A condition that is none is refused before anything begins.
        DocumentFilter.of(face, collection, collection.reading(), where);
        BulkChange change = new BulkChange(collection, keys, face, where);
        if (ApiAnswers.flag(request, "dryRun")) {
            return ApiAnswers.json(200, change.plan());
        }
        long most = most(request);
        Actor actor = Actor.current(collection.name().face());
        return operations.begin(
                kind,
                collection.name().toString(),
                "documents",
                progress -> actor.call(() -> {
                    try (AdminGuard guard =
                            new AdminGuard(memory, SystemClock.INSTANCE, AdminGuard.UNLIMITED, () -> true)) {
                        return guard.during(() -> change.run(step, most, progress));
                    }
                }));
    }

    private static long most(HttpRequest request) {
        try {
            long most = Long.parseLong(ApiAnswers.argument(request, "atMost").orElse("0"));
            if (most > 0) {
                return most;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw AdminException.badRequest(
                "say how many at most, as the dry run tells: {\"atMost\": 12}; or ask for that: {\"dryRun\": true}");
    }
}
