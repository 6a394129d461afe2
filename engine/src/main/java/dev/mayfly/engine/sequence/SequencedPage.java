package dev.mayfly.engine.sequence;

import java.util.List;

/**
 * Some of the changes of a slot in the order of their numbers.
 *
 * @param until the number up to which none is missing
 */
public record SequencedPage(List<SequencedChange> changes, long until) {
    public SequencedPage {
        changes = List.copyOf(changes);
    }

    /**
     * The number and the size of the changes at which a page ends.
     *
     * @param after the number behind which it begins
     * @param until the last number that may be in it
     */
    public record Bounds(long after, long until, int changesMax, long bytesMax) {}
}
