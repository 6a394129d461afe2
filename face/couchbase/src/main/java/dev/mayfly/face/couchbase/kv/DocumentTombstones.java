package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.Stamp;

/** The tombstone of an expired document: the same as of a deleted one, except that its end has no CAS of its own. */
public final class DocumentTombstones {
    private DocumentTombstones() {}

    /**
     * Returns the face bytes of the tombstone. A pure function: an expired document shows them before it is destroyed.
     */
    public static byte[] of(Stamp stamp) {
        DocumentMeta meta = DocumentMeta.fromBytes(stamp.face());
        return new DocumentMeta(meta.cas() + 1, meta.rev() + 1, meta.flags(), 0, SystemXattrs.of(meta.xattrs()))
                .toBytes();
    }
}
