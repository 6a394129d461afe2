package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;

/**
 * Makes subjects of what is kept.
 *
 * @param vBucketUuid of the vBucket in which the document is
 */
record Subjects(long vBucketUuid) {
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    /** @param cas as a reader is told */
    Subject of(Document document, long cas) {
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
        return new Subject(body, json, meta.xattrs(), false, facts);
    }
}
