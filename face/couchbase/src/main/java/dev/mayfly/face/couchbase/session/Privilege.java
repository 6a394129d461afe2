package dev.mayfly.face.couchbase.session;

/** The privileges that a command may require. */
public enum Privilege {
    /** No privilege at all, not even a login. */
    NONE,
    /** To have logged in. */
    LOGIN,
    /** To see the bucket's documents. */
    READ,
    INSERT,
    UPSERT,
    DELETE,
    META_READ,
    META_WRITE,
    SYSTEM_XATTR_READ,
    SYSTEM_XATTR_WRITE,
    STATISTICS,
    /** To follow the changes of documents. */
    DCP,
    RANGE_SCAN,
    /** To change how a bucket or the node works. */
    SETTINGS
}
