package dev.mayfly.engine.catalog;

/**
 * The settings by which a collection keeps its changes beside its documents.
 *
 * @param recency whether its documents can be read in the order of their last writes
 * @param historyMillis how long all its changes are kept, 0 for not at all; counts only where its face leaves that to
 *     each collection
 * @param historySince the version behind which nothing of them is missing
 * @param tombstoneMillis how long a tombstone is kept of each document that is gone, 0 for not at all
 */
public record ChangeKeeping(boolean recency, long historyMillis, long historySince, long tombstoneMillis) {
    /** Nothing of its own. */
    public static final ChangeKeeping PLAIN = new ChangeKeeping(false, 0, 0);

    public ChangeKeeping(boolean recency, long historyMillis, long historySince) {
        this(recency, historyMillis, historySince, 0);
    }

    /** The order of last writes, and all changes for so long. */
    public static ChangeKeeping recencyAndHistory(long historyMillis) {
        return new ChangeKeeping(true, historyMillis, 0);
    }

    /** Tombstones alone, each for so long. */
    public static ChangeKeeping tombstones(long millis) {
        return PLAIN.withTombstones(millis);
    }

    public boolean hasHistory() {
        return historyMillis > 0;
    }

    public boolean keepsTombstones() {
        return tombstoneMillis > 0;
    }

    /** The same with a history that begins then. */
    public ChangeKeeping withHistory(long millis, long since) {
        return new ChangeKeeping(recency, millis, since, tombstoneMillis);
    }

    public ChangeKeeping withTombstones(long millis) {
        return new ChangeKeeping(recency, historyMillis, historySince, millis);
    }
}
