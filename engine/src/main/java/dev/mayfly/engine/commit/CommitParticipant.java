package dev.mayfly.engine.commit;

/**
 * A part of a collection that follows its commits: says what it adds to a batch, and what changes once the batch is
 * applied. All methods are called under the collection's latch.
 *
 * <p>What a participant remembers between commits is its state as of the last batch of the collection. It changes that
 * state in {@link #applied} alone, so that a batch that is not written leaves no trace in it; what it prepares in {@link
 * #prepare} it may keep until {@link #end}.
 */
public interface CommitParticipant {
    /** Prepares for a commit, before its drafts get their versions. */
    default void begin(CommitGroup group) {}

    /** Adds to the batch what the participant stores about the drafts, which have their versions. */
    default void prepare(CommitGroup group) {}

    /** Takes over what was prepared; the batch is in the store. */
    default void applied(CommitGroup group) {}

    /** Ends a commit that has begun, whether the batch is in the store, or never will be. */
    default void end(CommitGroup group) {}

    /**
     * Takes over the state as of the last batch from the store, after a commit whose outcome is not known, or one of another
     * engine.
     *
     * @param rows of the state, as they are now
     */
    default void reread(StateRows rows) {}
}
