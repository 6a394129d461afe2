package dev.mayfly.store.api;

/** One of the ordered key spaces into which every partition is divided. */
public enum Space {
    /** Documents by key. */
    DOCUMENT(1),
    /** Index entries by index, value and key. */
    INDEX(2),
    /** The expiry queues and the announcement records. */
    EXPIRY(3),
    /** The history of writes. */
    CHANGE(4),
    /** The catalog, marks and counters. */
    META(5);

    private final int code;

    Space(int code) {
        this.code = code;
    }

    /** The number that names this space on disk; never reused. */
    public int code() {
        return code;
    }
}
