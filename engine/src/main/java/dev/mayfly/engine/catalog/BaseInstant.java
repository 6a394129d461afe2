package dev.mayfly.engine.catalog;

/** The instant from which a document's own or inherited lifetime counts. */
public enum BaseInstant {
    /** The millisecond of its last write. */
    MODIFIED,
    /** The whole second of its last write. */
    WHOLE_SECOND,
    /** The dates in its root field {@code _ts} where that holds any, else its last write. */
    ROOT_TS
}
