package dev.mayfly.engine.write;

import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A face's record about writes, kept in the very batches of those writes, so that after a crash either both are
 * present or neither. It is stored with the shard that is written, under an identity, until it is forgotten.
 */
public interface IdempotencyRecord {
    /** A later receipt of the same identity takes the place of this one. */
    byte[] id();

    /**
     * Returns the bytes to keep if the writes have these outcomes. May be asked several times, and is not asked when
     * nothing is written. What it throws ends the call, and nothing of this batch is written.
     *
     * @param before what the shard keeps under this identity until then, which the batch expects to be so; null for nothing, and
     *     always where no other engine writes
     * @param outcomes of the writes of one call so far, by their places in it, null where there is none yet; what was written has
     *     no version yet
     * @param isOfBatch tells of a place whether its write is in this batch
     */
    byte[] body(byte @Nullable [] before, List<@Nullable WriteOutcome> outcomes, IntPredicate isOfBatch);

    /** Hears in which shard a document is about to be written; may be told several times. */
    default void aim(int shard) {}
}
