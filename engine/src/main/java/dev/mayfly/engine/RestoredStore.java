package dev.mayfly.engine;

import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.OptionalLong;

/** A store that holds what a backup held, before an engine is opened over it for the first time. */
public final class RestoredStore {
    /*
     * The mark of the clock in it is as old as the backup. At a restore time has obviously passed, so that is no
     * reason to suspect the clock: the mark becomes the wall. But it is never lowered: what had expired when the
     * backup was made stays hidden even on a machine whose wall is behind that instant.
     *
     * The original went on giving out versions after the backup. Clients hold them, as etags and as positions in feeds, and
     * must not find them given to other documents here: so versions go on far above any that it can have come to.
     */
    private static final long VERSIONS_SKIPPED = 1L << 40;

    private RestoredStore() {}

    /** Makes the store one of its own. */
    public static void settle(Store store) {
        byte[] kept = store.get(Partition.CATALOG, Space.META, Layout.VERSION_CEILING_KEY);
        long ceiling = kept == null ? 0 : (long) Layout.LONG.get(kept, 0);
        byte[] value = new ByteWriter(8).put8(ceiling + VERSIONS_SKIPPED).toBytes();
        WriteBatch batch = CommitRetry.batch().put(Space.META, Layout.VERSION_CEILING_KEY, value);
        CommitRetry.commit(store, Partition.CATALOG, batch, Durability.SYNCED);
    }

    /** Raises the mark to the wall of the machine, in milliseconds since the epoch. Not under a virtual clock. */
    public static void settleClock(Store store, long wall) {
        HighestTimeSeen mark = new HighestTimeSeen(store);
        OptionalLong old = mark.load();
        if (old.isEmpty() || old.getAsLong() < wall) {
            mark.save(wall);
        }
    }
}
