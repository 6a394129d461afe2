package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Document;
import org.jspecify.annotations.Nullable;

/** How a write of a document ended. */
public sealed interface DocumentOutcome {
    /**
     * It was written or deleted.
     *
     * @param seqno its place among all writes
     */
    record Written(long cas, long seqno) implements DocumentOutcome {}

    /** It is as it was before. */
    record Unchanged(@Nullable Document current) implements DocumentOutcome {}

    record Refused(Refusal why) implements DocumentOutcome {}
}
