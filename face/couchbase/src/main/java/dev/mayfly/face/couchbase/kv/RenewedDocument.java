package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms.Renewal;
import dev.mayfly.face.couchbase.bucket.Expiry;
import org.jspecify.annotations.Nullable;

/** A document with another expiry, another CAS and the next revision. */
public final class RenewedDocument {
    private static final long MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long COUNTER_MASK = 0xffff;

    private RenewedDocument() {}

    /** Null where the expiry is beyond the latest, or left to a limit of the bucket, which is not known here. */
    public static Decision.@Nullable Put of(Renewal asked) {
        long expiry = switch (asked.lifetime()) {
            case Lifetime.Forever _ -> Expiry.NEVER;
            case Lifetime.Inherit _ -> Expiry.TOO_LATE;
            case Lifetime.For _, Lifetime.Until _ -> Math.max(1, Math.ceilDiv(asked.deadline(), MILLIS) - 1);
        };
        if (expiry == Expiry.TOO_LATE || expiry > Expiry.MAX) {
            return null;
        }
        DocumentMeta before = DocumentMeta.fromBytes(asked.stamp().face());
        // The clock of CAS values begins each moment with a counter of 0, so it does not come to this one.
        long now = (asked.now() * NANOS_PER_MILLI) | COUNTER_MASK;
        long cas = Long.compareUnsigned(now, before.cas()) > 0 ? now : before.cas() + 1;
        DocumentMeta meta = new DocumentMeta(cas, before.rev() + 1, before.flags(), before.datatype(), before.xattrs());
        return new Decision.Put(asked.body(), Expiry.lifetime(expiry), meta.toBytes());
    }
}
