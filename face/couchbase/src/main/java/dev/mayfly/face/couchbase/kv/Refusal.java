package dev.mayfly.face.couchbase.kv;

/** Why a document was not written, in the server's own distinctions. */
public enum Refusal {
    /** There is no live document of the key. */
    NOT_FOUND,
    /** The document is there already, or its CAS is another. */
    EXISTS,
    /** Somebody holds a lock of the document, or the CAS is not the lock's. */
    LOCKED,
    /** Somebody else has locked the document that was to be locked. */
    LOCKED_FOR_NOW,
    /** There is no lock to be given up. */
    NOT_LOCKED,
    /** There is nothing to append to. */
    NOT_STORED,
    /** The document is not a number that can be counted on. */
    NOT_A_NUMBER,
    TOO_BIG,
    INVALID,
    /** The document would live beyond the latest instant that can be said. */
    EXPIRY_TOO_LATE,
    /** A bound of the server is reached; a little later there may be room. */
    BUSY
}
