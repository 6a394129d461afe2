package dev.mayfly.engine.event;

import dev.mayfly.engine.expiry.QueueIds;

/** The reason for which a document died, or lives again. */
public enum EventReason {
    /** It asked for nothing, and its collection's default has passed. */
    DEFAULT,
    /** It asked for a lifetime or an end of its own. */
    DOCUMENT,
    /** A rule over one of its fields. */
    FIELD,
    /** A rule over the property that died. */
    PROPERTY,
    /** The policy of its collection was changed. */
    POLICY;

    /** The reason that the rule on this queue stands for; 0 is no rule at all. */
    public static EventReason ofQueue(int queue) {
        return switch (queue) {
            case QueueIds.INHERIT -> DEFAULT;
            case QueueIds.FOR, QueueIds.UNTIL -> DOCUMENT;
            default -> queue >= QueueIds.FIRST_INDEX ? FIELD : POLICY;
        };
    }
}
