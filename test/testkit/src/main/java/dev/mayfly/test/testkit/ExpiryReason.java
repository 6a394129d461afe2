package dev.mayfly.test.testkit;

/** The reason for which a document expired. */
public enum ExpiryReason {
    /** It asked for nothing, and its collection's default has passed. */
    DEFAULT,
    /** It asked for a lifetime or an end of its own. */
    DOCUMENT,
    /** A rule over one of its fields. */
    FIELD,
    /** The policy of its collection was changed. */
    POLICY
}
