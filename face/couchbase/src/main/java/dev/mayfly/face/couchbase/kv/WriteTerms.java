package dev.mayfly.face.couchbase.kv;

/**
 * The terms on which a document is written.
 *
 * @param cas the CAS that the document must have, or {@link #ANY_CAS}
 * @param synced whether it must survive a loss of power before it is answered, whatever the server does otherwise
 */
public record WriteTerms(long cas, boolean synced) {
    public static final long ANY_CAS = 0;

    /** Whatever is there, as safe as ordinary writes are. */
    public static final WriteTerms PLAIN = new WriteTerms(ANY_CAS, false);
}
