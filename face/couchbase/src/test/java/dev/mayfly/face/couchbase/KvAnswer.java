package dev.mayfly.face.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An answer, or what the server says by itself, taken apart. */
public record KvAnswer(
        int magic,
        int opcode,
        int status,
        int datatype,
        int opaque,
        long cas,
        byte[] extras,
        byte[] key,
        byte[] value) {
    public KvAnswer require(int expected) {
        assertEquals(Integer.toHexString(expected), Integer.toHexString(status), this::text);
        return this;
    }

    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }

    public String keyText() {
        return new String(key, StandardCharsets.UTF_8);
    }

    public long extrasLong(int at) {
        return ByteBuffer.wrap(extras).getLong(at);
    }

    public int extrasInt(int at) {
        return ByteBuffer.wrap(extras).getInt(at);
    }
}
