package dev.mayfly.face.couchbase.subdoc;

import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The facts about a document besides its value: the virtual attribute {@code $document}.
 *
 * @param expiry in seconds since the epoch, 0 for none
 * @param flags without a sign
 * @param body its value
 */
record DocumentFacts(
        long cas,
        long vBucketUuid,
        long seqno,
        long rev,
        long expiry,
        long flags,
        boolean json,
        boolean xattrs,
        boolean deleted,
        byte[] body) {
    private static final long NANOS = 1_000_000_000;
    private static final byte[] NO_BODY = {};

    /** The facts of a missing document. */
    static final DocumentFacts NOTHING = new DocumentFacts(0, 0, 0, 0, 0, 0, false, false, false, NO_BODY);

    byte[] toJson() {
        return NewValue.ascii("{\"CAS\":\"" + hex(cas)
                + "\",\"datatype\":[" + datatypes()
                + "],\"deleted\":" + deleted
                + ",\"exptime\":" + expiry
                + ",\"flags\":" + flags
                + ",\"last_modified\":\"" + Long.divideUnsigned(cas, NANOS)
                + "\",\"revid\":\"" + Long.toUnsignedString(rev)
                + "\",\"seqno\":\"" + hex(seqno)
                + "\",\"value_bytes\":" + body.length
                + ",\"value_crc32c\":\"" + crc(body)
                + "\",\"vbucket_uuid\":\"" + hex(vBucketUuid) + "\"}");
    }

    private String datatypes() {
        if (json) {
            return xattrs ? "\"json\",\"xattr\"" : "\"json\"";
        }
        return xattrs ? "\"xattr\"" : "\"raw\"";
    }

    static String hex(long number) {
        return "0x" + HexFormat.of().toHexDigits(number);
    }

    /** The checksum of a value, as macros and attributes have it. */
    static String crc(byte[] body) {
        CRC32C checksum = new CRC32C();
        checksum.update(body, 0, body.length);
        return "0x" + HexFormat.of().toHexDigits((int) checksum.getValue());
    }
}
