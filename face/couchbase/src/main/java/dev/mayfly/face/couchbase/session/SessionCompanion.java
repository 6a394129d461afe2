package dev.mayfly.face.couchbase.session;

/** Something that a connection has beyond its requests, and that ends with it. */
public interface SessionCompanion {
    /** The connection is closed; called once, on its event loop, and must not block. */
    void connectionClosed();
}
