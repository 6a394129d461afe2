package dev.mayfly.base.document;

/**
 * The bytes that the keys of one document may take in one index. Where there are many of them, their bytes are counted in
 * the account of the request that writes the document. Used once, by one thread.
 */
public final class KeyAllowance {
    /** Limit on the total index-key bytes of one document: more than any single list of values in it needs. */
    static final int BYTES_MAX = 64 << 20;

    /** The overhead that a key counts besides its bytes. */
    private static final int OVERHEAD_BYTES = 16;

    /** Fewer bytes are not counted. */
    private static final int STEP_BYTES = 16 << 10;

    /** A key lies in the list of keys, in its entry, in the store's key, in the batch and in what is logged of it. */
    private static final int COPIES = 6;

    private long bytes;
    private long chargedBytes;

    /**
     * Counts a key that was found.
     *
     * @throws TooManyKeysException if a document would have more than any may
     */
    public void add(int keyBytes) {
        bytes += keyBytes + OVERHEAD_BYTES;
        if (bytes > BYTES_MAX) {
            throw new TooManyKeysException(BYTES_MAX);
        }
        if (bytes - chargedBytes >= STEP_BYTES) {
            MemoryAccount.current().charge((bytes - chargedBytes) * COPIES);
            chargedBytes = bytes;
        }
    }
}
