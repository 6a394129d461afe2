package dev.mayfly.face.couchbase.query;

/** What a statement is to a transaction. */
public enum StatementRole {
    /** It reads or writes documents, within transactions and without. */
    DATA,
    /** It begins one. */
    START,
    /** It ends one, or steers it. */
    CONTROL,
    /** It has no place in one. */
    OTHER
}
