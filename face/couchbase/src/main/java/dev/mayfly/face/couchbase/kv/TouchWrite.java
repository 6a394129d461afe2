package dev.mayfly.face.couchbase.kv;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Expiry;
import org.jspecify.annotations.Nullable;

/** Gives a document another expiry, and leaves the rest. One that it has already changes nothing. */
public final class TouchWrite implements Editor {
    private static final long MILLIS = 1_000;

    private final long expiry;
    private final int ttlLimit;
    private @Nullable Document document;

    public TouchWrite(long expiry, int ttlLimit) {
        this.expiry = expiry;
        this.ttlLimit = ttlLimit;
    }

    /** Returns the document touched last. */
    public Document document() {
        return requireNonNull(document);
    }

    @Override
    public Edit edit(ExistingDocument found) {
        Document current = found.document();
        document = current;
        if (current == null) {
            return Edit.refuse(Refusal.NOT_FOUND);
        }
        if (Expiry.stored(expiry, found.now() / MILLIS, ttlLimit) == DocumentMeta.expiry(current)) {
            return Edit.KEEP;
        }
        return new Edit.Put(
                current.body(),
                DocumentMeta.flags(current),
                DocumentMeta.datatype(current),
                DocumentMeta.xattrs(current),
                expiry,
                ExpiryRule.REQUESTED);
    }
}
