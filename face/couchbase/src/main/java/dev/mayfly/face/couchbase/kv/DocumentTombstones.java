package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.document.Tombstone;

/** The tombstones of documents that no client has deleted. */
public final class DocumentTombstones {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long COUNTER_MASK = 0xffff;

    private DocumentTombstones() {}

    /**
     * Returns the face bytes of the tombstone. A pure function: an expired document shows them before it is destroyed. The CAS of
     * an expiration is the one that a write at the deadline would have, so that another cluster takes it for later than
     * whatever was written before.
     */
    public static byte[] of(Stamp stamp, Tombstone.Cause cause) {
        DocumentMeta meta = DocumentMeta.fromBytes(stamp.face());
        long cas = meta.cas() + 1;
        if (cause == Tombstone.Cause.EXPIRED && stamp.lifetime() instanceof Lifetime.Until(long deadline)) {
            long atDeadline = deadline * NANOS_PER_MILLI & ~COUNTER_MASK;
            cas = Long.compareUnsigned(atDeadline, cas) > 0 ? atDeadline : cas;
        }
        return new DocumentMeta(cas, meta.rev() + 1, meta.flags(), 0, SystemXattrs.of(meta.xattrs())).toBytes();
    }
}
