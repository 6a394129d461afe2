package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionName;

/** Something that happened, as it is told to the {@link ChangeEncoder} of a face; bodies are as the client sent them. */
public sealed interface Change {
    record Inserted(byte[] after) implements Change {}

    /** A document was given a whole new body. */
    record Replaced(byte[] before, byte[] after) implements Change {}

    /**
     * Parts of a document were changed.
     *
     * @param difference in the face's form
     */
    record Modified(byte[] before, byte[] after, byte[] difference) implements Change {}

    record Removed(byte[] before) implements Change {}

    /**
     * Expiry has hidden a document.
     *
     * @param queue the queue of the rule that fired
     * @param deadline when it died, in milliseconds since the epoch
     */
    record Expired(byte[] before, int queue, long deadline) implements Change {}

    /** A document that was announced as expired lives again, since the policy was changed. */
    record BroughtBack(byte[] after) implements Change {}

    record Created() implements Change {}

    record Dropped() implements Change {}

    record Renamed(CollectionName to) implements Change {}

    record DatabaseDropped() implements Change {}

    /** Something else that a face wants to be remembered. */
    record Told(byte[] what) implements Change {}
}
