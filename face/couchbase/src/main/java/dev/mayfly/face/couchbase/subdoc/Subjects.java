package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;

/**
 * Makes subjects of what is kept.
 *
 * @param vBucketUuid of the vBucket in which the document is
 */
record Subjects(long vBucketUuid) {
    private static final long UNSIGNED = 0xFFFF_FFFFL;
    private static final long MILLIS = 1_000;
    private static final byte[] NOTHING = {};

    /** @param cas as a reader is told */
    EditedDocument of(Document document, long cas) {
        DocumentMeta meta = DocumentMeta.of(document);
        byte[] body = document.body();
        boolean json = (meta.datatype() & DocumentMeta.JSON) != 0;
        DocumentFacts facts = new DocumentFacts(
                cas,
                vBucketUuid,
                document.version(),
                meta.rev(),
                DocumentMeta.expiry(document),
                meta.flags() & UNSIGNED,
                json,
                meta.xattrs().length > 0,
                false,
                body);
        return new EditedDocument(body, json, meta.xattrs(), false, facts);
    }

    /** Returns the subject of a deleted or expired document: the instant of its end replaces its expiry. */
    EditedDocument of(Tombstone tombstone) {
        DocumentMeta meta = DocumentMeta.fromBytes(tombstone.face());
        DocumentFacts facts = new DocumentFacts(
                meta.cas(),
                vBucketUuid,
                tombstone.version(),
                meta.rev(),
                tombstone.goneAt() / MILLIS,
                meta.flags() & UNSIGNED,
                false,
                meta.xattrs().length > 0,
                true,
                NOTHING);
        return new EditedDocument(NOTHING, false, meta.xattrs(), true, facts);
    }
}
