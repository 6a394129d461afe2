package dev.mayfly.engine.hidden;

import dev.mayfly.engine.expiry.Deadlines;

/**
 * The amount of a collection that is hidden but still stored, as of one instant.
 *
 * @param documents how many are hidden, dead ones included
 * @param bytes what those occupy
 * @param deadDocuments how many may be destroyed by now, at the pace of the collection: the sweeper's backlog
 * @param deadBytes what those occupy
 * @param oldestDead since when the first of them may be destroyed, in milliseconds since the epoch, or no deadline
 */
public record HiddenCensus(long documents, long bytes, long deadDocuments, long deadBytes, long oldestDead) {
    public static final HiddenCensus NOTHING = new HiddenCensus(0, 0, 0, 0, Deadlines.NO_DEADLINE);

    /** What is left of it once so many of the dead ones are destroyed, the size of each being their mean. */
    public HiddenCensus without(long destroyed) {
        long gone = Math.min(destroyed, deadDocuments);
        if (gone == 0) {
            return this;
        }
        long left = deadDocuments - gone;
        long leftBytes = (long) (deadBytes * ((double) left / deadDocuments));
        return new HiddenCensus(
                documents - gone,
                bytes - (deadBytes - leftBytes),
                left,
                leftBytes,
                left == 0 ? Deadlines.NO_DEADLINE : oldestDead);
    }

    public HiddenCensus plus(HiddenCensus other) {
        return new HiddenCensus(
                documents + other.documents,
                bytes + other.bytes,
                deadDocuments + other.deadDocuments,
                deadBytes + other.deadBytes,
                Math.min(oldestDead, other.oldestDead));
    }
}
