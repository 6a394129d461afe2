package dev.mayfly.base.document;

/** Writes values as bytes whose unsigned order is the order of the values. Not safe for concurrent use. */
@SuppressWarnings("DoNotCallSuggester")
public final class KeyWriter {
    /** The encoding of one value, ascending. */
    public static byte[] encode(View value) {
        throw new UnsupportedOperationException();
    }

    public KeyWriter append(View value, boolean descending) {
        throw new UnsupportedOperationException();
    }

    /** What stands for a missing value. */
    public KeyWriter appendNull(boolean descending) {
        throw new UnsupportedOperationException();
    }

    public byte[] toBytes() {
        throw new UnsupportedOperationException();
    }

    /** Begins a new key in the same buffer. */
    public KeyWriter reset() {
        throw new UnsupportedOperationException();
    }

    /** The least bytes with which an ascending encoding of the bracket of this type can begin. */
    public static byte[] bracketFrom(ValueType type) {
        throw new UnsupportedOperationException();
    }

    /** The least bytes above every ascending encoding of the bracket of this type. */
    public static byte[] bracketUntil(ValueType type) {
        throw new UnsupportedOperationException();
    }
}
