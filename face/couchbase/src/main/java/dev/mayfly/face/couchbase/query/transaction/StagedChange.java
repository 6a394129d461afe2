package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import org.jspecify.annotations.Nullable;

/**
 * The planned change of one document by a transaction.
 *
 * @param body the document as it will be; empty where it is deleted
 * @param expiration the requested instant, as in a request, or null where the document's own is kept
 * @param expiry the document's own, as it was when it was read; 0 for none
 * @param shownCas by which its statements know it
 * @param cas that the document must still have when it is staged; 0 where there must be none
 * @param staged the change that is in the store already, because the transaction began outside of statements; or null
 */
record StagedChange(
        BucketCollection in,
        DocumentKey key,
        Kind kind,
        byte[] body,
        int flags,
        @Nullable Long expiration,
        long expiry,
        long shownCas,
        long cas,
        @Nullable Kind staged) {
    private static final byte[] NO_BODY = {};

    enum Kind {
        INSERT,
        REPLACE,
        REMOVE,
        /** The document was inserted and removed again. */
        NOTHING
    }

    boolean leavesDocument() {
        return kind == Kind.INSERT || kind == Kind.REPLACE;
    }

    /** The second until which the transaction's own statements see the document; 0 for ever. */
    long shownExpiry() {
        return expiration == null ? expiry : expiration;
    }

    /** The change that this becomes by a further one, which leaves a document. */
    StagedChange put(byte[] newBody, int newFlags, @Nullable Long newExpiration, long newCas) {
        Kind next = kind == Kind.INSERT || kind == Kind.NOTHING ? Kind.INSERT : Kind.REPLACE;
        Long kept = newExpiration == null && leavesDocument() ? expiration : newExpiration;
        return new StagedChange(in, key, next, newBody, newFlags, kept, expiry, newCas, cas, staged);
    }

    StagedChange remove(long newCas) {
        Kind next = kind == Kind.INSERT || kind == Kind.NOTHING ? Kind.NOTHING : Kind.REMOVE;
        return new StagedChange(in, key, next, NO_BODY, flags, null, expiry, newCas, cas, staged);
    }
}
