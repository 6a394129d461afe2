package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.bucket.Expiry;
import org.jspecify.annotations.Nullable;

/** What becomes of a document's expiry when it is written. The limit is that of collection and bucket. */
public enum ExpiryRule {
    /** What the request asks for, within the limit; nothing asked for is no expiry, and so the limit. */
    REQUESTED {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return Expiry.stored(field, now, limit);
        }
    },
    /** What the document has, even beyond the limit; of a new document what is requested. */
    PRESERVED {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return current == null ? Expiry.stored(field, now, limit) : DocumentMeta.expiry(current);
        }
    },
    /** What the document has, within the limit, which is the default too; of a new document what is requested. */
    CONTINUED {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return current == null
                    ? Expiry.stored(field, now, limit)
                    : Expiry.limited(DocumentMeta.expiry(current), now, limit);
        }
    },
    /** The instant said by another cluster, within the limit. */
    FOREIGN {
        @Override
        long stored(long field, @Nullable Document current, long now, int limit) {
            return Expiry.limited(field, now, limit);
        }
    };

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
