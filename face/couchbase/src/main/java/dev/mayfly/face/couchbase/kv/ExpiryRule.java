package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import org.jspecify.annotations.Nullable;

/** The effect of a write on a document's expiry. The limit is that of collection and bucket. */
public enum ExpiryRule {
    /** The requested expiry, within the limit; without a request no expiry, and so the limit. */
    REQUESTED {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return Expiry.stored(field, now, limit);
        }
    },
    /** The document's own expiry, even beyond the limit; for a new document the requested one. */
    PRESERVED {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return current == null ? Expiry.stored(field, now, limit) : DocumentMeta.expiry(current);
        }
    },
    /** The document's own expiry, within the limit, which is the default too; for a new document the requested one. */
    CONTINUED {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return current == null
                    ? Expiry.stored(field, now, limit)
                    : Expiry.limited(DocumentMeta.expiry(current), now, limit);
        }
    },
    /** The instant given by another cluster, within the limit. */
    FOREIGN {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return Expiry.limited(field, now, limit);
        }
    };

    /** Returns true if what {@link #stored} answers depends on the time it is now. */
    boolean countsFromNow(long field, @Nullable Document current, int limit) {
        boolean isOwn = current != null && this != REQUESTED;
        boolean isRelative = field != Expiry.NEVER && field <= Expiry.RELATIVE_MAX && this != FOREIGN && !isOwn;
        boolean isLimited = limit != MaxTtl.NONE && !(isOwn && this == PRESERVED);
        return isRelative || isLimited;
    }

    /**
     * The expiry to be stored.
     *
     * @param field of the request: 32 bits without a sign
     * @param current the live document that is replaced
     * @param now seconds since the epoch
     * @return an instant as {@link Expiry} has it, or {@link Expiry#TOO_LATE}
     */
    abstract long stored(long field, @Nullable Document current, long now, int limit);
}
