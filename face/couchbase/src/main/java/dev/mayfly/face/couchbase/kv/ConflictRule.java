package dev.mayfly.face.couchbase.kv;

import dev.mayfly.face.couchbase.bucket.Bucket;

/** Which of two versions of a document that met in two clusters stays. */
enum ConflictRule {
    /** That which was written more often; among those the later one. */
    REVISION,
    /** That which was written later; among those the one written more often. */
    LAST_WRITE;

    private static final String SETTING = "conflictResolutionType";

    static ConflictRule of(Bucket bucket) {
        return bucket.settings().text(SETTING, "seqno").equals("seqno") ? REVISION : LAST_WRITE;
    }

    /**
     * Whether a version from elsewhere takes the place of the one here; not where both are the same.
     *
     * @param expiry what is compared after CAS and revision, but not of deletions
     */
    boolean accepts(DocumentMeta foreign, long foreignExpiry, DocumentMeta here, long expiry, boolean isDeletion) {
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
