package dev.mayfly.face.couchbase.kv;

import dev.mayfly.face.couchbase.bucket.Bucket;

/** Decides which of two versions of a document from two clusters stays. */
public enum ConflictRule {
    /** The version with more writes wins; among equals the later one. */
    REVISION,
    /** The later version wins; among equals the one with more writes. */
    LAST_WRITE;

    private static final String SETTING = "conflictResolutionType";

    public static ConflictRule of(Bucket bucket) {
        return bucket.settings().text(SETTING, "seqno").equals("seqno") ? REVISION : LAST_WRITE;
    }

    /**
     * Returns whether a foreign version replaces the local one; false where both are the same.
     *
     * @param expiry the local expiry, compared after CAS and revision, but not of deletions
     */
    public boolean accepts(
            DocumentMeta foreign, long foreignExpiry, DocumentMeta here, long expiry, boolean isDeletion) {
        int revs = Long.compareUnsigned(foreign.rev(), here.rev());
        int cases = Long.compareUnsigned(foreign.cas(), here.cas());
        int first = this == REVISION ? revs : cases;
        int second = this == REVISION ? cases : revs;
        if (first != 0 || second != 0 || isDeletion) {
            return first != 0 ? first > 0 : second > 0;
        }
        if (foreignExpiry != expiry) {
            return foreignExpiry > expiry;
        }
        int flags = Integer.compareUnsigned(foreign.flags(), here.flags());
        return flags != 0 ? flags > 0 : foreign.xattrs().length > 0 && here.xattrs().length == 0;
    }
}
