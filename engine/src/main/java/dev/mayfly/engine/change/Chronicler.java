package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionRecord;
import org.jspecify.annotations.Nullable;

/**
 * Says what a face wants to be kept of each change of its collections, in a form of its own. Asked while the write is
 * drafted, on the writer's thread, perhaps several times for one write. Safe for concurrent use.
 */
@FunctionalInterface
public interface Chronicler {
    /** What is to be kept, or null if nobody is ever to be told of the change. */
    byte @Nullable [] note(CollectionRecord record, Change change);
}
