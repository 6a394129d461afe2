package dev.mayfly.store.contract;

/** The kinds of calls that can go wrong. */
public enum StoreCall {
    GET,
    MULTI_GET,
    SCAN,
    /** {@code Cursor.next}. */
    NEXT,
    COMMIT,
    COMMIT_ALL,
    TURN,
    SYNC,
    SNAPSHOT,
    COMPACT
}
