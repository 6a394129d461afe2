package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.document.Tombstone;
import org.jspecify.annotations.Nullable;

/**
 * A version of a document as another cluster has it, and the way to take it over.
 *
 * @param meta with CAS and revision from there
 * @param body null if the document was deleted there
 * @param expiry an instant, not a number of seconds
 * @param cause why it was deleted, if it was
 * @param demanded the CAS that the document must have here, or {@link WriteTerms#ANY_CAS}
 * @param adds whether it may not replace a live document
 * @param resolves whether the better of both versions wins, and not this one in any case
 * @param newCas whether it gets a CAS of this cluster
 */
public record ForeignVersion(
        DocumentMeta meta,
        byte @Nullable [] body,
        long expiry,
        Tombstone.Cause cause,
        ConflictRule rule,
        long demanded,
        boolean adds,
        boolean resolves,
        boolean newCas) {}
