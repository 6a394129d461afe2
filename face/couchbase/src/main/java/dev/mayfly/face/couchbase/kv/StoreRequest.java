package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.read.Document;

/**
 * A request to store a whole document. Its extended attributes stay as they are.
 *
 * @param body uncompressed; not to be changed
 * @param expiry the field of the request, 32 bits without a sign
 */
public record StoreRequest(Mode mode, byte[] body, int flags, int datatype, long expiry, ExpiryRule rule)
        implements Editor {
    /** The existing state that the store requires. */
    public enum Mode {
        /** Whatever is there. */
        SET,
        /** Nothing. */
        ADD,
        /** A live document. */
        REPLACE
    }

    /** Finds out itself whether the body is JSON. */
    public StoreRequest(Mode mode, byte[] body, int flags, long expiry, ExpiryRule rule) {
        this(mode, body, flags, JsonDetector.datatypeOf(body), expiry, rule);
    }

    @Override
    public Edit edit(ExistingDocument found) {
        Document current = found.document();
        return switch (mode) {
            case SET -> put(current == null ? DocumentMeta.NO_XATTRS : DocumentMeta.xattrs(current));
            case ADD -> current == null ? put(DocumentMeta.NO_XATTRS) : Edit.refuse(Refusal.EXISTS);
            case REPLACE -> current == null ? Edit.refuse(Refusal.NOT_FOUND) : put(DocumentMeta.xattrs(current));
        };
    }

    private Edit put(byte[] xattrs) {
        return new Edit.Put(body, flags, datatype, xattrs, expiry, rule);
    }

    @Override
    public boolean mayMeetLock() {
        return mode == Mode.ADD;
    }
}
