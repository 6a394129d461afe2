package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.Stamp;

/** What an expired document leaves: the same as a deleted one, only that nobody gave it a CAS for its end. */
public final class DocumentTombstones {
    private DocumentTombstones() {}

    /** The face bytes of the tombstone. A pure function: what is hidden shows them before it is destroyed. */
    public static byte[] of(Stamp stamp) {
        DocumentMeta meta = DocumentMeta.fromBytes(stamp.face());
        return new DocumentMeta(meta.cas() + 1, meta.rev() + 1, meta.flags(), 0, SystemXattrs.of(meta.xattrs()))
                .toBytes();
    }
}
