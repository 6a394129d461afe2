package dev.mayfly.engine.catalog;

/**
 * What a collection keeps of its changes beside its documents.
 *
 * @param recency whether its documents can be read in the order of their last writes
 */
public record ChangeKeeping(boolean recency) {
    /** Nothing of its own. */
    public static final ChangeKeeping PLAIN = new ChangeKeeping(false);
}
