package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/** The outcome of a write of a document. */
public sealed interface DocumentOutcome {
    /**
     * The document was written or deleted.
     *
     * @param seqno its place among all writes
     */
    record Written(long cas, long seqno) implements DocumentOutcome {}

    /** The document is as it was before. */
    record Unchanged(@Nullable Document current) implements DocumentOutcome {}

    record Refused(Refusal why) implements DocumentOutcome {}
}
