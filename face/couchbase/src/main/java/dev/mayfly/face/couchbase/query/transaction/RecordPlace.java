package dev.mayfly.face.couchbase.query.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.VBucketHash;

/** The place of a transaction's record: a document that has the records of others too. */
record RecordPlace(BucketCollection in, DocumentKey key) {
    /*
     * Clients look for records under one key for each of 1024 vBuckets, whose end is what brings the key to its vBucket:
     * _txn:atr-<vBucket>-#<the least number in hexadecimal digits for which that is so>.
     */
    private static final int VBUCKETS = 1024;

    /** That of a transaction whose first document has this key. */
    static RecordPlace of(BucketCollection in, BucketCollection first, DocumentKey key) {
        byte[] bytes = key.bytes();
        int vBucket = first.bucket().vBucketOf(bytes, 0, bytes.length);
        return new RecordPlace(in, key(keyFor(vBucket)));
    }

    static String keyFor(int vBucket) {
        int number = 0;
        while (true) {
            String key = "_txn:atr-" + vBucket + "-#" + Integer.toHexString(number++);
            byte[] bytes = key.getBytes(UTF_8);
            if (VBucketHash.of(bytes, 0, bytes.length, VBUCKETS) == vBucket) {
                return key;
            }
        }
    }

    static DocumentKey key(String id) {
        return new DocumentKey(id.getBytes(UTF_8));
    }

    String id() {
        return new String(key.bytes(), UTF_8);
    }
}
