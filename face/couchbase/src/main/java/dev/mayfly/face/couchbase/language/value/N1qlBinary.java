package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.JsonSink;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A document's body that is no JSON. It has no fields; an answer says how long it is. */
public final class N1qlBinary implements N1qlValue {
    private final byte[] bytes;

    N1qlBinary(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes themselves, not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public long memoryBytes() {
        return (long) SMALL_BYTES + bytes.length;
    }

    @Override
    public N1qlKind kind() {
        return N1qlKind.BINARY;
    }

    @Override
    public boolean truth() {
        return bytes.length > 0;
    }

    @Override
    public void write(JsonSink out) {
        out.string(toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof N1qlBinary that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "<binary (" + bytes.length + " b)>";
    }
}
