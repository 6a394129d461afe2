package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.PolicyState;

/**
 * What a request answers as of: one instant, with the collection as it was fixed then.
 *
 * @param now milliseconds since the epoch, read once
 * @param epoch the clock's epoch at that moment
 */
public record Reading(long now, long epoch, Schema schema) {
    public CollectionRecord record() {
        return schema.record();
    }

    public PolicyState policy() {
        return schema.record().policy();
    }
}
