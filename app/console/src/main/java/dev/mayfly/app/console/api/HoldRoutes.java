package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of holds, which keep expired documents from being destroyed. */
final class HoldRoutes {
    private final RequestTarget finder;

    HoldRoutes(AdminServices services) {
        this.finder = new RequestTarget(services.engine(), services.keys());
    }

    /**
     * A hold.
     *
     * @param id of the document; absent for the whole collection
     * @param by the user that set it, if known
     */
    record HoldView(
            String name,
            @Nullable String id,
            String reason,
            @Nullable InstantView since,
            @Nullable String by) {
        static HoldView of(KeyReader keys, Hold hold) {
            DocumentKey key = hold.key();
            return new HoldView(
                    hold.name(),
                    key == null ? null : keys.write(key),
                    hold.reason(),
                    InstantView.of(hold.at()),
                    hold.by().isEmpty() ? null : hold.by());
        }
    }

    HttpResponse list(HttpRequest request) {
        Collection collection = finder.collection(request);
        KeyReader keys = finder.keys(collection.name());
        List<HoldView> holds = collection.hiddenDocuments().holds().stream()
                .map(hold -> HoldView.of(keys, hold))
                .toList();
        return ApiAnswers.json(200, Page.of(holds, Page.Wanted.of(request), HoldView::name));
    }

    HttpResponse set(HttpRequest request) {
        Collection collection = finder.collection(request);
        KeyReader keys = finder.keys(collection.name());
        String name = request.parameter("name");
        String id = ApiAnswers.argument(request, "id").orElse(null);
        String reason = ApiAnswers.argument(request, "reason").orElse("");
        if (name.isEmpty() || Math.max(name.length(), reason.length()) > Hold.CHARACTERS_MAX) {
            throw AdminException.badRequest(
                    "a hold has a name, and name and reason have at most " + Hold.CHARACTERS_MAX + " characters");
        }
        boolean isNew = collection.hiddenDocuments().holds().stream()
                .noneMatch(hold -> hold.name().equals(name));
        Hold hold = collection.hiddenDocuments().hold(name, id == null ? null : key(keys, request, id), reason);
        if (hold == null) {
            throw AdminException.conflict("a collection has at most " + Hold.MAX + " holds");
        }
        return ApiAnswers.json(isNew ? 201 : 200, HoldView.of(keys, hold));
    }

    private static DocumentKey key(KeyReader keys, HttpRequest request, String id) {
        try {
            return keys.read(id, ApiAnswers.argument(request, "partitionKey").orElse(null));
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest("the id is not understood: " + wrong.getMessage());
        }
    }

    record ReleasedView(String name, boolean released) {}

    HttpResponse release(HttpRequest request) {
        String name = request.parameter("name");
        if (!finder.collection(request).hiddenDocuments().release(name)) {
            throw AdminException.notFound("there is no hold " + name);
        }
        return ApiAnswers.json(200, new ReleasedView(name, true));
    }
}
