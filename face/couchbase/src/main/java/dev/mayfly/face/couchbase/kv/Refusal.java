package dev.mayfly.face.couchbase.kv;

/** The reasons why a document was not written, in the server's own distinctions. */
public enum Refusal {
    /** There is no live document of the key. */
    NOT_FOUND,
    /** The document is there already, or its CAS is another. */
    EXISTS,
    /** The document is locked, or the CAS is not the lock's. */
    LOCKED,
    /** The document to be locked is locked already. */
    LOCKED_FOR_NOW,
    /** There is no lock to release. */
    NOT_LOCKED,
    /** There is nothing to append to. */
    NOT_STORED,
    /** The document is not a number that can be counted. */
    NOT_A_NUMBER,
    TOO_BIG,
    INVALID,
    /** The document would live beyond the latest instant that can be expressed. */
    EXPIRY_TOO_LATE,
    /** A bound of the server is reached; a little later there may be room. */
    BUSY
}
