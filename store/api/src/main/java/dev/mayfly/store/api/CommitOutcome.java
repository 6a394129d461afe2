package dev.mayfly.store.api;

import java.util.List;

/** The outcome of a commit. */
public sealed interface CommitOutcome {
    /** The whole batch is in the store, as durable as was asked. */
    record Applied() implements CommitOutcome {
        public static final Applied INSTANCE = new Applied();
    }

    /** Nothing was written: these expectations did not hold. */
    record Conflict(List<Expectation> failed) implements CommitOutcome {
        public Conflict {
            failed = List.copyOf(failed);
        }
    }

    /** Nothing was written: the batch does not stand on the last turn, which is that of this head. */
    record OutOfTurn(Head head) implements CommitOutcome {}

    /** The store cannot tell whether it wrote. The same batch may be sent again: its operation id makes that harmless. */
    record Unknown() implements CommitOutcome {
        public static final Unknown INSTANCE = new Unknown();
    }
}
