package dev.mayfly.face.couchbase.wire;

/** The failures that a write must survive before it is answered. */
public enum DurabilityLevel {
    NONE,
    MAJORITY,
    MAJORITY_AND_PERSIST_ON_ACTIVE,
    PERSIST_TO_MAJORITY;

    private static final DurabilityLevel[] ALL = values();

    /** The level of this number; NONE is never asked for by number. */
    static DurabilityLevel of(int number) {
        if (number < 1 || number >= ALL.length) {
            throw new StatusException(Status.DURABILITY_INVALID_LEVEL);
        }
        return ALL[number];
    }
}
