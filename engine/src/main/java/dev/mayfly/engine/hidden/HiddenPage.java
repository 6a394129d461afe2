package dev.mayfly.engine.hidden;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the hidden documents of a collection, in the order of its queues.
 *
 * @param next the position from which to read on, or null when there is nothing more; not to be changed
 */
public record HiddenPage(List<HiddenDocument> documents, byte @Nullable [] next) {
    public HiddenPage {
        documents = List.copyOf(documents);
    }
}
