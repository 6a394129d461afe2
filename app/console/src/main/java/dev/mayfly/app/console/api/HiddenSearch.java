package dev.mayfly.app.console.api;

import dev.mayfly.app.console.http.Page;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.hidden.HiddenDocument;
import dev.mayfly.engine.hidden.HiddenPage;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.FaceDocuments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the hidden documents of one collection of which a condition holds. Stays within the limits of the current
 * {@link RequestGuard}. Used by one thread.
 */
final class HiddenSearch {
    /*
     * No index covers hidden documents, so each one is read and judged. A page therefore also ends after this many,
     * with fewer than requested or none; a client that continues from there misses nothing.
     */
    private static final int LOOKED_AT_MAX = 10_000;

    /**
     * Bounds the number of walks: when only the last few are missing, each walk looks at no more than a few documents.
     */
    private static final int WALKS_MAX = 100;

    /** The steps of a condition that take as long as finding a document. */
    private static final int DOCUMENT_STEPS = 16;

    /** The bytes of what a page tells of a document. */
    private static final int FOUND_BYTES = 512;

    /**
     * A part of what was sought.
     *
     * @param next the position from which to go on, or null at the end
     */
    record Found(List<HiddenDocument> documents, byte @Nullable [] next) {}

    private final Collection collection;
    private final ReadView reading;
    private final FaceDocuments.Condition condition;

    HiddenSearch(Collection collection, ReadView reading, FaceDocuments.Condition condition) {
        this.collection = collection;
        this.reading = reading;
        this.condition = condition;
    }

    Found page(Page.Wanted wanted) {
        List<HiddenDocument> found = new ArrayList<>();
        byte @Nullable [] after = wanted.after();
        RequestGuard guard = RequestGuard.current();
        int lookedAt = 0;
        for (int walk = 0; walk < WALKS_MAX && lookedAt < LOOKED_AT_MAX && found.size() < wanted.limit(); walk++) {
            HiddenPage page = collection.hiddenDocuments().page(reading, after, wanted.limit() - found.size());
            lookedAt += page.documents().size();
            for (HiddenDocument document : page.documents()) {
                if (holds(document, guard)) {
                    guard.hold(FOUND_BYTES);
                    found.add(document);
                }
            }
            byte[] next = page.next();
            if (next == null) {
                return new Found(found, null);
            }
            after = next;
        }
        return new Found(found, after);
    }

    private boolean holds(HiddenDocument document, RequestGuard guard) {
        guard.steps(DOCUMENT_STEPS);
        long mark = guard.mark();
        HiddenContent content = collection.hiddenDocuments().content(document.key(), document.version());
        boolean holds = content != null && condition.holds(document.key(), content);
        guard.settle(mark, 0);
        return holds;
    }
}
