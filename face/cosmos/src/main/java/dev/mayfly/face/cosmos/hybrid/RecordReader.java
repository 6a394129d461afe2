package dev.mayfly.face.cosmos.hybrid;

import java.util.zip.CRC32;

/** Walks the records of a stream; stands before the first. Owned by one thread. */
final class RecordReader {
    /** The bytes of its version, schema, bits and length. */
    private static final int SEGMENT_BYTES_MIN = 10;

    private final byte[] body;
    private final RowReader in;
    private int rowAt;
    private int rowLength;

    RecordReader(byte[] body) {
        this.body = body;
        this.in = new RowReader(body, 0, body.length);
        if (in.schema() != Schema.SEGMENT) {
            throw HybridBatch.malformed("there is no segment");
        }
        segment();
    }

    /** Goes to the next record; false at the end. */
    boolean next() {
        while (!in.isAtEnd()) {
            int schema = in.schema();
            if (schema == Schema.RECORD) {
                record();
                return true;
            }
            if (schema != Schema.SEGMENT) {
                throw HybridBatch.malformed("neither a segment nor a record");
            }
            segment();
        }
        return false;
    }

    /** The row of this record. */
    RowReader row() {
        return new RowReader(body, rowAt, rowLength);
    }

    /** Skips a segment header, whose comment and schemas are not needed. */
    private void segment() {
        boolean hasLength = (in.readByte() & 1) != 0;
        int length = in.readInt();
        if (!hasLength || length < SEGMENT_BYTES_MIN) {
            throw HybridBatch.malformed("a segment has no length");
        }
        in.skip(length - SEGMENT_BYTES_MIN);
    }

    private void record() {
        int length = in.readInt();
        int crc = in.readInt();
        rowAt = in.position();
        in.skip(length);
        rowLength = length;
        CRC32 actual = new CRC32();
        actual.update(body, rowAt, rowLength);
        if ((int) actual.getValue() != crc) {
            throw HybridBatch.malformed("a record is not what was sent");
        }
    }
}
