package dev.mayfly.engine.catalog;

/**
 * The number of documents that a change of policy may hide at once; a change that would hide more is refused.
 *
 * @param documents the number, {@link #INHERITED} or {@link #NONE}
 */
public record ExpireLimit(long documents) {
    private static final long INHERITED_DOCUMENTS = -1;

    /** As many as the whole server allows. */
    public static final ExpireLimit INHERITED = new ExpireLimit(INHERITED_DOCUMENTS);

    /** Any number. */
    public static final ExpireLimit NONE = new ExpireLimit(Long.MAX_VALUE);

    public ExpireLimit {
        if (documents < INHERITED_DOCUMENTS) {
            throw new IllegalArgumentException("a limit is a number of documents");
        }
    }

    public boolean isInherited() {
        return documents == INHERITED_DOCUMENTS;
    }

    public boolean isNone() {
        return documents == Long.MAX_VALUE;
    }

    /** This limit, or the server's where there is none of its own. */
    public ExpireLimit or(ExpireLimit server) {
        return isInherited() ? server : this;
    }
}
