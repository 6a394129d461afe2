package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Decider;
import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Document;
import org.jspecify.annotations.Nullable;

/** A write under way: decides, as often as it is asked, and remembers what it decided last. */
abstract class PendingWrite implements Decider {
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
