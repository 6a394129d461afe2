package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.KeyStateDecider;
import org.jspecify.annotations.Nullable;

/** A write under way: decides each time it is called, and remembers its last decision. */
abstract class PendingWrite implements KeyStateDecider {
    private static final long FIRST_REV = 1;

    private final CasClock clock;
    private long cas;
    private @Nullable Refusal refusal;

    PendingWrite(CasClock clock) {
        this.clock = clock;
    }

    /** Returns the CAS that the document has now. */
    final long cas() {
        return cas;
    }

    final void requireTrust() {
        clock.requireTrust();
    }

    final void begin() {
        refusal = null;
    }

    /**
     * Returns a new CAS: greater than all that this server gave out since its start, and than that of the document or of the
     * tombstone, which may come from a server whose clock is ahead.
     */
    final long nextCas(@Nullable Document current, @Nullable Tombstone tombstone) {
        cas = clock.next();
        long before = current != null
                ? DocumentMeta.cas(current)
                : tombstone != null ? DocumentMeta.fromBytes(tombstone.face()).cas() : 0;
        if (Long.compareUnsigned(cas, before) <= 0) {
            clock.observe(before);
            cas = clock.next();
        }
        return cas;
    }

    /** Returns the revision that follows the document or the tombstone. */
    static long nextRev(@Nullable Document current, @Nullable Tombstone tombstone) {
        if (current != null) {
            return DocumentMeta.rev(current) + 1;
        }
        return tombstone == null
                ? FIRST_REV
                : DocumentMeta.fromBytes(tombstone.face()).rev() + 1;
    }

    final void setCas(long foreign) {
        clock.observe(foreign);
        cas = foreign;
    }

    final Decision refuse(Refusal why) {
        refusal = why;
        return Decision.KEEP;
    }

    /** Returns the outcome when nothing was written. */
    final DocumentOutcome kept(@Nullable Document current) {
        Refusal why = refusal;
        return why == null ? new DocumentOutcome.Unchanged(current) : new DocumentOutcome.Refused(why);
    }
}
