package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionRecord;

/**
 * Says what a face wants to be kept of each change of its collections, in a form of its own. Asked while the write is
 * drafted, on the writer's thread, perhaps several times for one write. Safe for concurrent use.
 */
@FunctionalInterface
public interface Chronicler {
    byte[] note(CollectionRecord record, Change change);
}
