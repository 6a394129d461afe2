package dev.mayfly.app.console;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.hidden.HiddenDocument;
import dev.mayfly.engine.hidden.HiddenPage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the hidden documents of one collection of which a condition holds. Used by one thread. */
final class HiddenSearch {
    /*
     * No index knows what is hidden, so each hidden document is read and judged. A page therefore ends after so many of
     * them, too, with fewer than were asked for or none; whoever goes on from there misses nothing.
     */
    private static final int LOOKED_AT_MAX = 10_000;

    /** Where hardly any but the last few are missing, the walk begins anew for each few that it looks at. */
    private static final int WALKS_MAX = 100;

    /**
     * A part of what was sought.
     *
     * @param next the position from which to go on, or null at the end
     */
    record Found(List<HiddenDocument> documents, byte @Nullable [] next) {}

    private final Collection collection;
    private final Reading reading;
    private final FaceDocuments.Condition condition;

    HiddenSearch(Collection collection, Reading reading, FaceDocuments.Condition condition) {
        this.collection = collection;
        this.reading = reading;
        this.condition = condition;
    }

    Found page(Page.Wanted wanted) {
        List<HiddenDocument> found = new ArrayList<>();
        byte @Nullable [] after = wanted.after();
        int lookedAt = 0;
        for (int walk = 0; walk < WALKS_MAX && lookedAt < LOOKED_AT_MAX && found.size() < wanted.limit(); walk++) {
            HiddenPage page = collection.hiddenDocuments().page(reading, after, wanted.limit() - found.size());
            lookedAt += page.documents().size();
            for (HiddenDocument document : page.documents()) {
                if (holds(document)) {
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

    private boolean holds(HiddenDocument document) {
        HiddenContent content = collection.hiddenDocuments().content(document.key(), document.version());
        return content != null && condition.holds(document.key(), content);
    }
}
