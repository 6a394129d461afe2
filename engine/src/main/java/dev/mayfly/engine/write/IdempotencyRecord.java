package dev.mayfly.engine.write;

import java.util.List;

/**
 * A face's record about writes, kept in the very batches of those writes, so that after a crash either both are
 * present or neither. It is stored with the collection, under an identity, until it is forgotten.
 */
public interface IdempotencyRecord {
    /** A later receipt of the same identity takes the place of this one. */
    byte[] id();

    /**
     * Returns the bytes to keep if the writes have these outcomes. May be asked several times, and is not asked when
     * nothing is written.
     *
     * @param outcomes of the writes of one call so far; what was written has no version yet
     */
    byte[] body(List<WriteOutcome> outcomes);
}
