package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.document.Tombstone;

/** The tombstones of documents that no client has deleted. */
public final class DocumentTombstones {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long COUNTER_MASK = 0xffff;

    private DocumentTombstones() {}

    /*
     * Two clusters have a document, and one of them writes it shortly before its deadline. The other hears of that after the
     * deadline, when its copy has expired. Both the write and the expiration are the revision behind the same version, so the
     * CAS decides. An expiration of what was written here has the CAS of a write at the deadline: other clusters take
     * it for later than what they wrote before, and their copies go. An expiration of a copy has the CAS behind the copy's: any
     * write that the copy's own cluster made of that version is later, and brings the document back. The write came before
     * the deadline, or its revision would count the expiration, too.
     */

    /** Returns the face bytes of the tombstone. A pure function: an expired document shows them before it is destroyed. */
    public static byte[] of(Stamp stamp, Tombstone.Cause cause) {
        DocumentMeta meta = DocumentMeta.fromBytes(stamp.face());
        long cas = meta.cas() + 1;
        if (cause == Tombstone.Cause.EXPIRED
                && !meta.isCopy()
                && stamp.lifetime() instanceof Lifetime.Until(long deadline)) {
            long atDeadline = deadline * NANOS_PER_MILLI & ~COUNTER_MASK;
            cas = Long.compareUnsigned(atDeadline, cas) > 0 ? atDeadline : cas;
        }
        return new DocumentMeta(cas, meta.rev() + 1, meta.flags(), 0, SystemXattrs.of(meta.xattrs())).toBytes();
    }
}
