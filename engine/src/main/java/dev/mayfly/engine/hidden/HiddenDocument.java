package dev.mayfly.engine.hidden;

import dev.mayfly.base.document.DocumentKey;

/**
 * A document that is in no answer any more, and is still stored.
 *
 * @param queue the queue of the rule that hid it
 * @param deadline when it expired by that rule, in milliseconds since the epoch
 * @param deadFrom from when on it may be destroyed if nothing changes
 * @param bytes what it occupies
 * @param isHeld whether a hold keeps it from being destroyed
 * @param isAside whether its key was taken meanwhile, so that it lies beside the documents
 */
public record HiddenDocument(
        DocumentKey key,
        long version,
        int queue,
        long deadline,
        long deadFrom,
        long bytes,
        boolean isHeld,
        boolean isAside) {}
