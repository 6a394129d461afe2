package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/** The outcome of a write, as far as its client asked for it. */
public sealed interface WriteOutcome {
    /** The document was written; {@code before} is what it replaced. */
    record Stored(long version, @Nullable Document before) implements WriteOutcome {}

    /** The document was deleted. */
    record Removed(long version, Document before) implements WriteOutcome {}

    /** Nothing was written; {@code current} is what is there. */
    record Kept(@Nullable Document current) implements WriteOutcome {}

    /** Nothing was written: a live document already has this value in a unique index. */
    record DuplicateValue(String index, DocumentKey holder) implements WriteOutcome {}
}
