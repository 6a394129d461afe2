package dev.mayfly.app.console.api;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.transport.http.HttpRequest;
import java.util.Map;

/** Judges live documents one by one, by a condition in the language of their face. */
@FunctionalInterface
interface DocumentFilter {
    /** The steps of a condition that take as long as finding a document. */
    int DOCUMENT_STEPS = 16;

    boolean holds(Document document);

    /** Returns the filter that the parameter {@code where} says; without it every document is wanted. */
    static DocumentFilter of(
            HttpRequest request, Collection collection, ReadView reading, Map<String, FaceDocuments> faces) {
        String where = request.queryValue("where");
        return where == null || where.isBlank()
                ? _ -> true
                : of(DocumentRoutes.face(faces, request), collection, reading, where);
    }

    static DocumentFilter of(FaceDocuments face, Collection collection, ReadView reading, String where) {
        FaceDocuments.Condition condition = face.condition(collection, where, reading.now());
        RequestGuard guard = RequestGuard.current();
        return document -> {
            guard.steps(DOCUMENT_STEPS);
            long mark = guard.mark();
            boolean holds = condition.holds(document.key(), new HiddenContent(document.stamp(), document.body()));
            guard.settle(mark, 0);
            return holds;
        };
    }
}
