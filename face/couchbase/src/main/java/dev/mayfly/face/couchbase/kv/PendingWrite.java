package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.RemainsDecider;
import dev.mayfly.engine.Tombstone;
import org.jspecify.annotations.Nullable;

/** A write under way: decides, as often as it is asked, and remembers what it decided last. */
abstract class PendingWrite implements RemainsDecider {
    private static final long FIRST_REV = 1;

    private final CasClock clock;
    private long cas;
    private @Nullable Refusal refusal;

    PendingWrite(CasClock clock) {
        this.clock = clock;
    }

    /** The CAS that the document has now. */
    final long cas() {
        return cas;
    }

    final void begin() {
        refusal = null;
    }

    /** Another CAS for the document: greater than all this server gave out, and than the document's own. */
    final long nextCas(@Nullable Document current) {
        cas = clock.next();
        if (current != null && Long.compareUnsigned(cas, DocumentMeta.cas(current)) <= 0) {
            clock.observe(DocumentMeta.cas(current));
            cas = clock.next();
        }
        return cas;
    }

    /** The revision of what is written over this, or after that. */
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

    /** How the write ended, when nothing was written. */
    final DocumentOutcome kept(@Nullable Document current) {
        Refusal why = refusal;
        return why == null ? new DocumentOutcome.Unchanged(current) : new DocumentOutcome.Refused(why);
    }
}
