package dev.mayfly.app.console;

import dev.mayfly.engine.catalog.ExpireLimit;

/**
 * The share of a larger collection that a change of its policy may expire at once without being asked about.
 *
 * @param percent of its documents; 100 for all of them
 */
public record ExpireShare(int percent) {
    /** A collection of no more documents is small enough to lose. */
    static final long DOCUMENTS_MIN = 1_000;

    /** Half of the collection. */
    public static final ExpireShare HALF = new ExpireShare(50);

    /** Any share. */
    public static final ExpireShare ALL = new ExpireShare(100);

    public ExpireShare {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("a share is from 0 to 100 percent");
        }
    }

    /** Returns the share as a number of documents, in a collection of this size. */
    public ExpireLimit of(long documents) {
        boolean isAll = percent == 100 || documents <= DOCUMENTS_MIN;
        return isAll ? ExpireLimit.NONE : new ExpireLimit(documents / 100 * percent + documents % 100 * percent / 100);
    }
}
