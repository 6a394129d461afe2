package dev.mayfly.face.cosmos.hybrid;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads a span of bytes from its start to its end and refuses to go beyond. Owned by one thread. */
final class RowReader {
    private static final int LENGTH_BYTES_MAX = 5;

    private final ByteBuffer bytes;

    RowReader(byte[] bytes, int from, int length) {
        this.bytes = ByteBuffer.wrap(bytes, from, length).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isAtEnd() {
        return !bytes.hasRemaining();
    }

    int position() {
        return bytes.position();
    }

    /** Reads version and schema. */
    int schema() {
        if (readByte() != (Schema.VERSION & 0xFF)) {
            throw HybridBatch.malformed("a row does not begin as rows do");
        }
        return readInt();
    }

    int readByte() {
        require(1);
        return bytes.get() & 0xFF;
    }

    int readInt() {
        require(Integer.BYTES);
        return bytes.getInt();
    }

    /** Seven bits a byte, the lowest first; as long as what is left, at most. */
    int readLength() {
        long length = readVarint();
        if (length > bytes.remaining()) {
            throw HybridBatch.malformed("a length leads beyond its row");
        }
        return (int) length;
    }

    /** Below two to the 35. */
    long readVarint() {
        long value = 0;
        for (int i = 0; i < LENGTH_BYTES_MAX; i++) {
            int next = readByte();
            value |= (long) (next & 0x7F) << 7 * i;
            if (next < 0x80) {
                return value;
            }
        }
        throw HybridBatch.malformed("a length is too long");
    }

    byte[] readBinary() {
        byte[] value = new byte[readLength()];
        bytes.get(value);
        return value;
    }

    String readText() {
        byte[] text = readBinary();
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException _) {
            throw HybridBatch.malformed("a text is no UTF-8");
        }
    }

    void skip(int count) {
        require(count);
        bytes.position(bytes.position() + count);
    }

    private void require(int count) {
        if (count < 0 || count > bytes.remaining()) {
            throw HybridBatch.malformed("a row ends too early");
        }
    }
}
