package dev.mayfly.engine;

import java.util.List;

/**
 * What a face keeps about writes, in the very batches of those writes: whoever finds the one after a crash finds the
 * other. It lies with the collection, under an identity, until it is forgotten.
 */
public interface Receipt {
    /** A later receipt of the same identity takes the place of this one. */
    byte[] id();

    /**
     * What to keep if the writes come to this. May be asked several times, and is not asked when nothing is written.
     *
     * @param outcomes of the writes of one call so far; what was written has no version yet
     */
    byte[] body(List<WriteOutcome> outcomes);
}
