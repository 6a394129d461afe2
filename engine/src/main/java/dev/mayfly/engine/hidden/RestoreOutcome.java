package dev.mayfly.engine.hidden;

import dev.mayfly.base.document.DocumentKey;

/** The outcome of a restore of a hidden document. */
public sealed interface RestoreOutcome {
    /**
     * It lives again, as a new version of itself.
     *
     * @param deadline when it will expire, in milliseconds since the epoch, or no deadline
     */
    record Restored(long version, long deadline) implements RestoreOutcome {}

    /** There is no document of this key, hidden or not. */
    record Missing() implements RestoreOutcome {}

    /** There is a live document of this key: nothing is hidden, or its key was taken. */
    record Live() implements RestoreOutcome {}

    /** It may be destroyed since this instant; the dead stay dead. */
    record Dead(long since) implements RestoreOutcome {}

    /** With the lifetime asked for it would be hidden at once, by the rule of this queue. */
    record WouldExpire(int queue, long deadline) implements RestoreOutcome {}

    /** A live document has taken one of its unique values. */
    record ValueTaken(String index, DocumentKey holder) implements RestoreOutcome {}

    /** Documents of this collection cannot be given such a lifetime. */
    record Unsayable() implements RestoreOutcome {}
}
