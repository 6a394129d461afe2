package dev.mayfly.face.cosmos.hybrid;

import java.util.zip.CRC32;

/** Frames rows as records. */
final class RecordWriter {
    private static final int SEGMENT_BYTES = 10;

    private RecordWriter() {}

    /** Writes the beginning of a stream. */
    static void segment(RowWriter out) {
        out.schema(Schema.SEGMENT).put(1).putInt(SEGMENT_BYTES);
    }

    static void record(RowWriter out, byte[] row) {
        CRC32 crc = new CRC32();
        crc.update(row);
        out.schema(Schema.RECORD)
                .putInt(row.length)
                .putInt((int) crc.getValue())
                .putBytes(row);
    }
}
