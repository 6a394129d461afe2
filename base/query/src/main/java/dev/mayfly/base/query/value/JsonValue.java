package dev.mayfly.base.query.value;

/** A value of a query language, as far as all languages agree about it. Immutable and safe for concurrent use. */
public interface JsonValue {
    /**
     * Writes this as JSON; what was stored is written as it was read.
     *
     * @throws IllegalStateException for what is not there, which has no JSON
     */
    void write(JsonSink out);

    /** Of how many parts this consists, see {@link Weight}; what was stored is one. */
    default int weight() {
        return 1;
    }
}
