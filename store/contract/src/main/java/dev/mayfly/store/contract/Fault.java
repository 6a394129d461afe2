package dev.mayfly.store.contract;

import dev.mayfly.store.api.StoreException.Reason;
import java.time.Duration;

/** One way for a call to go wrong. */
public sealed interface Fault {
    /** The call throws, and has done nothing. */
    record Failure(Reason reason) implements Fault {}

    /** A commit answers that its expectations failed, and has written nothing. Nothing happens to one without any. */
    record Conflict() implements Fault {}

    /** A commit answers that it cannot tell, and has written nothing. */
    record UnknownNotWritten() implements Fault {}

    /** A commit answers that it cannot tell, and has done what it was asked. */
    record UnknownWritten() implements Fault {}

    /** The call takes this long, then does what it was asked. */
    record Delay(Duration duration) implements Fault {}
}
