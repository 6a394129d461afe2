package dev.mayfly.base.query.value;

/** A value of a query language, as far as all languages agree about it. Immutable and safe for concurrent use. */
public interface JsonValue {
    /** About what a value takes besides what it says. */
    int SMALL_BYTES = 48;

    /**
     * Writes this as JSON; what was stored is written as it was read.
     *
     * @throws IllegalStateException for what is not there, which has no JSON
     */
    void write(JsonSink out);

    /** The number of parts of this value, see {@link Weight}; a stored value counts as one. */
    default int weight() {
        return 1;
    }

    /** Returns the approximate memory of this value, without the memory of its container. */
    default long memoryBytes() {
        return SMALL_BYTES;
    }
}
