package dev.mayfly.base.document;

/** The keys a document would have in one index take more bytes than they may. */
public final class TooManyKeysException extends RuntimeException {
    private final int limitBytes;

    public TooManyKeysException(int limitBytes) {
        super("a document has too many keys in an index", null, false, false);
        this.limitBytes = limitBytes;
    }

    public int limitBytes() {
        return limitBytes;
    }
}
