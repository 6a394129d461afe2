package dev.mayfly.face.couchbase.query;

/** The role of a statement in a transaction. */
public enum StatementRole {
    /** Reads or writes documents, within transactions and without. */
    DATA,
    /** Begins a transaction. */
    START,
    /** Ends or controls a transaction. */
    CONTROL,
    /** Not allowed in a transaction. */
    OTHER
}
