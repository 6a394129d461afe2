package dev.mayfly.face.couchbase.query.sequence;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The numbers of one sequence that are at hand: what is left of the block taken last. Safe for concurrent use. */
final class Sequence {
    private final SequenceName name;
    private @Nullable SequenceRecord taken;
    private long current;
    private long remaining;

    /** The store of records. */
    @FunctionalInterface
    interface Keeper {
        /**
         * Changes the record, which is on the disk afterwards; the change may throw, and then nothing is changed.
         *
         * @return the record as it was before
         */
        SequenceRecord change(UnaryOperator<SequenceRecord> change);
    }

    Sequence(SequenceName name) {
        this.name = name;
    }

    synchronized long next(Keeper keeper) {
        SequenceRecord known = taken;
        if (known == null || remaining == 0) {
            return takeBlock(keeper, -1);
        }
        long next = current + known.increment();
        boolean overflows = known.increment() < 0 ? next > current : next < current;
        if (!overflows && !known.isBeyond(next)) {
            remaining--;
            current = next;
            return next;
        }
        if (!known.cycle()) {
            throw SequenceErrors.exhausted(name);
        }
        return takeBlock(keeper, known.version());
    }

    /** @param cycling the version of the record that is to begin again, unless another has done so; -1 for none */
    private long takeBlock(Keeper keeper, long cycling) {
        SequenceRecord before = keeper.change(record -> source(record, cycling).withBlockTaken());
        SequenceRecord now = source(before, cycling);
        taken = now;
        current = now.nextBlock();
        remaining = now.cache() - 1;
        return current;
    }

    /** The record of which the next block is taken. */
    private SequenceRecord source(SequenceRecord record, long cycling) {
        if (record.version() == cycling) {
            return record.cycled();
        }
        if (!record.isExhausted()) {
            return record;
        }
        if (!record.cycle()) {
            throw SequenceErrors.exhausted(name);
        }
        return record.cycled();
    }

    /** The number given out last, or null before the first. */
    synchronized @Nullable Long previous() {
        return taken == null ? null : current;
    }
}
